-- When the wallets that watch the pool's address had the reward of a block as it was credited; null until two of them, or the only one, said so.
ALTER TABLE rounds ADD COLUMN reward_compared_at timestamptz;
