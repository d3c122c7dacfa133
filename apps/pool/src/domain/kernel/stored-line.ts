import type { MinerKey } from './work-batch.ts';

/** A line as it is stored in the write-ahead log, the block store and parked batches: there its miner is the `account` (decision 97). */
export type StoredLine<Line extends { readonly miner: MinerKey }> = Omit<Line, 'miner'> & {
  readonly account: MinerKey;
};

export function toStored<Line extends { readonly miner: MinerKey }>({
  miner,
  ...rest
}: Line): StoredLine<Line> {
  return { account: miner, ...rest };
}

export function fromStored<Stored extends { readonly account: MinerKey }>({
  account,
  ...rest
}: Stored): Omit<Stored, 'account'> & { readonly miner: MinerKey } {
  return { miner: account, ...rest };
}
