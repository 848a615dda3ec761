"""The transparency log: a Merkle tree over the stored events, its proofs and signed checkpoints.

The formats are C2SP's (tlog-tiles, tlog-checkpoint, signed-note, tlog-proof, tlog-witness), so that
tools by others read them. What is pure here needs neither database nor settings: evidence is
checked with it by somebody who has nothing but a public key.
"""
