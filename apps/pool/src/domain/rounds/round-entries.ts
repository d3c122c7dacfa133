import { chainAccount, reorgLossAccount, roundAccount } from '@openlode/ledger/accounts';
import { formatAmount } from '@openlode/money/amount';
import type { Entry } from '@openlode/ledger/posting';

/** What the entries of a round need to know of it. */
export interface RoundKey {
  readonly id: bigint;
  readonly chain: string;
  readonly block_hash: string;
  /** How often the block came back onto its chain after it was given up. */
  readonly revivals: number;
}

export interface Line {
  readonly line: number;
  readonly asset: string;
  readonly amount: bigint;
}

/** The keys of a round's rewards, by line. */
export function keysOf({ chain, block_hash: hash }: Omit<RoundKey, 'revivals'>): (line: number) => string {
  return (line) => `reward:${chain}:${hash}:${line}`;
}

/** The chain owes the reward of an accepted block, which may still be lost. */
export function immatureEntry(round: RoundKey, { line, asset, amount }: Line, at: number): Entry {
  return {
    key: `immature:${round.chain}:${round.block_hash}:${line}${timeOf(round)}`,
    kind: 'immature',
    at,
    postings: [
      { account: chainAccount(round.chain), asset, amount: -amount },
      { account: roundAccount(round.id), asset, amount },
    ],
  };
}

/** Takes back what an accepted block would have paid. */
export function orphanEntry(round: RoundKey, { line, asset, amount }: Line, at: number): Entry {
  return {
    key: `orphan:${round.chain}:${round.block_hash}:${line}${timeOf(round)}`,
    kind: 'orphan',
    at,
    postings: [
      { account: roundAccount(round.id), asset, amount: -amount },
      { account: chainAccount(round.chain), asset, amount },
    ],
  };
}

/** The chain owes no longer what the miners were credited: the pool bears it. */
export function reorgLossEntry(round: RoundKey, { line, asset, amount }: Line, at: number): Entry {
  return {
    key: `reorg-loss:${round.chain}:${round.block_hash}:${line}${timeOf(round)}`,
    kind: 'reorg-loss',
    at,
    postings: [
      { account: reorgLossAccount, asset, amount: -amount },
      { account: chainAccount(round.chain), asset, amount },
    ],
  };
}

/** The chain has the block again: it owes what the pool had written off. */
export function reorgReturnEntry(round: RoundKey, { line, asset, amount }: Line, at: number): Entry {
  return {
    key: `reorg-return:${round.chain}:${round.block_hash}:${line}${timeOf(round)}`,
    kind: 'reorg-return',
    at,
    postings: [
      { account: chainAccount(round.chain), asset, amount: -amount },
      { account: reorgLossAccount, asset, amount },
    ],
  };
}

/**
 * What makes keys of entries before and after crediting unique: these can happen again after the block has come back, only the reward
 * itself is booked once.
 */
function timeOf({ revivals }: RoundKey): string {
  return revivals === 0 ? '' : `:${revivals}`;
}

/** `3.125 BTC, 120 DOGE` */
export function rewardsText(lines: readonly Line[]): string {
  return lines.map(({ amount, asset }) => `${formatAmount(amount)} ${asset}`).join(', ');
}
