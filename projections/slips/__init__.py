"""Fill and credit slips: every step of the day at a table, and the register made of the days."""

from projections.slips.fold import Slips
from projections.slips.register import MOST_GAPS, Slip, SlipFault, faults_of, slips_of
from projections.slips.row import SlipDayRow

__all__ = ["MOST_GAPS", "Slip", "SlipDayRow", "SlipFault", "Slips", "faults_of", "slips_of"]
