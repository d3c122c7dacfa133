-- A comparison may be dated by a clock that was ahead and was set right since. What was booked after it, and the backup that it came back
-- with, bound what it proves.
ALTER TABLE payout_comparisons ADD COLUMN after_entry bigint;
ALTER TABLE payout_epochs ADD COLUMN after_comparison bigint;
