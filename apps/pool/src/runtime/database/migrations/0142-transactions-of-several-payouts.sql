-- What a process of before writes must not come between: it would book a fee with its payout, and know one payout of a transaction only.
LOCK TABLE payouts, payout_transactions, payout_journal IN ACCESS EXCLUSIVE MODE;

-- One transaction pays one payout or several (decision 155).
ALTER TABLE payout_transactions
  -- To how many others it pays: as many payouts name it, or some of them are missing here.
  ADD COLUMN payees int NOT NULL DEFAULT 1 CHECK (payees > 0),
  -- When what the network took for it was booked: once, with the first of its payouts that ends.
  ADD COLUMN fee_booked_at timestamptz;
ALTER TABLE payout_transactions ALTER COLUMN payees DROP DEFAULT;

-- Until now it was booked with the payout: settled, or released although the network took something.
UPDATE payout_transactions SET fee_booked_at = state_at
 WHERE state = 'final' OR (state = 'invalidated' AND fee > 0
   AND EXISTS (SELECT 1 FROM payouts WHERE payouts.txid = payout_transactions.txid AND payouts.state = 'released'));

CREATE INDEX payout_transactions_open ON payout_transactions (network) WHERE state IN ('signed', 'sent');

-- Each payment of a transaction is one payout; no two of them go to one address.
DROP INDEX payouts_one_of_a_transaction;
CREATE UNIQUE INDEX payouts_one_of_a_payment ON payouts (txid, coin, address, memo) WHERE state <> 'released';
CREATE INDEX payouts_gone ON payouts (txid) WHERE gone_at IS NOT NULL;

-- A line for each payment.
ALTER TABLE payout_journal DROP CONSTRAINT payout_journal_txid_key;
ALTER TABLE payout_journal ADD CONSTRAINT payout_journal_one_of_a_payment UNIQUE (txid, coin, address, memo);
