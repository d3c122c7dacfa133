-- From when on a wallet is asked what has left it: before the first signature of each process.
CREATE INDEX payouts_sent_by_network ON payouts (network, sent_at) WHERE kind <> 'adopted';
