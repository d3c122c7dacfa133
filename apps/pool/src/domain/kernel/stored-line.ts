import type { MinerKey, WorkLine } from './work-batch.ts';

/** A line as it is stored in the write-ahead log, the block store and parked batches: there its miner is the `account` (decision 97). */
export type StoredLine<Line extends { readonly miner: MinerKey }> = Omit<Line, 'miner'> & {
  readonly account: MinerKey;
};

/** A line of work as it is stored: its referral code is the `code`, and its work is text, because it may exceed the numbers of JSON. */
export type StoredWork = Omit<StoredLine<WorkLine>, 'referralCode' | 'work'> & {
  readonly code: string | null;
  readonly work: string;
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

export function workToStored({ referralCode, work, ...rest }: WorkLine): StoredWork {
  return { ...toStored(rest), code: referralCode, work: work.toString() };
}

export function workFromStored({ code, work, ...rest }: StoredWork): WorkLine {
  return { ...fromStored(rest), referralCode: code, work: BigInt(work) };
}
