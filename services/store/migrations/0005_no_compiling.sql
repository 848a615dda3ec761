-- Older servers count a way that is switched off as dearer than anything, and compile what is dear
-- before they run it: for a statement of a millisecond that takes a tenth of a second, each time.
ALTER FUNCTION :"schema".pitledger_last_recorded SET jit = off;
ALTER FUNCTION :"schema".pitledger_append SET jit = off;
ALTER FUNCTION :"schema".pitledger_prune SET jit = off;
