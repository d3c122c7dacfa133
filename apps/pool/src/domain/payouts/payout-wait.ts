import { isOver, wasSent } from '@openlode/ledger/payout-state';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { Funds } from '../kernel/funds.ts';
import { readJournalTransactions } from './journal-transactions.ts';
import { isKeptForOldest, keptUntil } from './kept-for-oldest.ts';
import type { Payout } from './payout.ts';
import { readLossesToReturn } from './restore-loss.ts';
import {
  assetSuspension,
  everyNetwork,
  readSuspensions,
  suspensionElsewhere,
  type Suspension,
  type SuspensionReason,
} from './suspensions.ts';
import { readShortages, type Shortage } from './wallet-funds.ts';

/**
 * What an open payout waits for now, and in `also` what else would hold it back afterwards. What needs an operator comes before what
 * passes by itself.
 */
export type PayoutWait = WaitReason & { readonly also?: readonly WaitReason[] };

export type WaitReason =
  /** An agreed price of its coin: without one it cannot be held against the caps. */
  | { readonly kind: 'price'; readonly coin: string }
  /** A cap that older payouts have used up; it is free again on the next UTC day. */
  | { readonly kind: 'cap'; readonly cap: 'day' | 'run' }
  /** It is worth more than may leave without an operator's approval. */
  | { readonly kind: 'approval' }
  | { readonly kind: 'operator'; readonly why: string }
  | { readonly kind: 'restricted' }
  /** `detail` is for the operator. */
  | {
      readonly kind: 'suspended';
      readonly network: string;
      readonly reason: SuspensionReason;
      readonly detail: string;
    }
  /**
   * Another network of its coin: what left there is unknown, or not compared with the database, and might have been this payout.
   * `detail` is for the operator.
   */
  | {
      readonly kind: 'other-network';
      readonly network: string;
      readonly reason: SuspensionReason;
      readonly detail: string;
    }
  /** The paying process sends nothing on any network, for example because its clock is wrong, or for half a minute after a failover. */
  | { readonly kind: 'process'; readonly reason: string }
  /** The wallet holds too little for what it should pay: `amount` in all, in units of 10^-18 of the coin. */
  | {
      readonly kind: 'wallet';
      readonly coin: string;
      readonly network: string;
      readonly amount: bigint;
      /** What it has, as far as it says. */
      readonly funds?: Funds;
    }
  /** The wallet has enough, in coins that cannot be spent before blocks stand on them. `amount`: what waits so. */
  | { readonly kind: 'ripening'; readonly coin: string; readonly network: string; readonly amount: bigint }
  /** What the wallet has is kept for the oldest payout of the coin, which needs `amount`, until that moment. */
  | {
      readonly kind: 'kept';
      readonly coin: string;
      readonly network: string;
      readonly amount: bigint;
      readonly until: Date;
    }
  /** The wallet did not sign for another reason. */
  | { readonly kind: 'signer'; readonly note: string; readonly attempts: number; readonly nextAt: Date }
  /** Its address is not registered at the exchange that pays it: an operator registers it there. */
  | {
      readonly kind: 'registration';
      readonly note: string;
      readonly attempts: number;
      readonly nextAt: Date;
    }
  | { readonly kind: 'fee'; readonly note: string }
  | { readonly kind: 'review'; readonly note: string }
  /** The nodes have said what became of it, and say it once more after a delay. */
  | { readonly kind: 'second-answer' }
  | { readonly kind: 'confirmations'; readonly have: number; readonly needed: number }
  /** `through`: the exchange that has to send it first. */
  | { readonly kind: 'block'; readonly through?: string }
  | { readonly kind: 'turn' };

/** What each of these payouts waits for, by id; one that is over has none. `blocked`: why this process lets nothing leave. */
export async function readWaits(
  db: Queryable,
  payouts: readonly Payout[],
  now: number,
  blocked?: string,
): Promise<ReadonlyMap<bigint, PayoutWait>> {
  const open = payouts.filter(({ state, goneAt }) => !isOver(state) || goneAt !== null);
  if (open.length === 0) return new Map();
  const idsOf = (isMeant: (payout: Payout) => boolean) => open.filter(isMeant).map(({ id }) => id);
  const [suspensions, restricted, short, journalled, losses] = await Promise.all([
    readSuspensions(db),
    readBarred(db, open),
    readShortages(db, now),
    readJournalTransactions(
      db,
      idsOf(({ state }) => state === 'reserved'),
    ),
    readLossesToReturn(
      db,
      idsOf(({ hold, state }) => hold === 'operator' || state === 'invalidated'),
    ),
  ]);
  return new Map(
    open.map((payout) => {
      const keys = new Set([payout.network, assetSuspension(payout.coin), everyNetwork]);
      return [
        payout.id,
        waitOf(payout, {
          blocked,
          suspensions: suspensions.filter(({ network }) => keys.has(network)).toSorted(byImportance),
          elsewhere: suspensionElsewhere(suspensions, payout),
          restricted: restricted.has(payout.id),
          shortage: short.get(`${payout.network} ${payout.coin}`),
          now,
          journalled: journalled.get(payout.id) ?? [],
          loss: losses.get(payout.id),
        }),
      ];
    }),
  );
}

/** The payouts whose address is restricted. */
async function readBarred(db: Queryable, payouts: readonly Payout[]): Promise<ReadonlySet<bigint>> {
  const rows = await db.query<{ id: bigint }>(sql`
    SELECT id FROM payouts JOIN restricted_addresses USING (coin, address)
     WHERE id = ANY(${payouts.map(({ id }) => id)}::bigint[])`);
  return new Set(rows.map(({ id }) => id));
}

interface Surroundings {
  readonly blocked: string | undefined;
  /** Of its network, of its coin or of every network, the most important first. */
  readonly suspensions: readonly Suspension[];
  /** Of another network of its coin. */
  readonly elsewhere: Suspension | undefined;
  readonly restricted: boolean;
  /** What the wallet lacks of this coin on this network; undefined while it has enough. */
  readonly shortage: Shortage | undefined;
  readonly now: number;
  /** The transactions that a journal has of it while it is reserved. */
  readonly journalled: readonly string[];
  /** What the pool bore for its owner and gets back by its release; undefined where that is nothing. */
  readonly loss: bigint | undefined;
}

function waitOf(payout: Payout, surroundings: Surroundings): PayoutWait {
  const { suspensions, shortage, journalled, loss, now } = surroundings;
  const { state, note, awaited, verdict } = payout;
  if (!wasSent(state)) {
    const own = state === 'reserved' ? signingWait(payout, shortage, now) : undefined;
    const [first, ...also] = [
      ...(payout.hold === null ? [] : [holdWait(payout, loss)]),
      ...barriersOf(surroundings),
      ...(journalled.length === 0 ? [] : [{ kind: 'review' as const, note: journalWords(journalled) }]),
      ...(awaited === null ? [] : [{ kind: 'review' as const, note: awaited }]),
      ...(own === undefined ? [] : [own]),
    ];
    if (first === undefined) return { kind: 'turn' };
    return also.length === 0 ? first : { ...first, also };
  }
  if (payout.hold !== null) return holdWait(payout, loss);
  if (state === 'invalidated' && loss !== undefined && payout.releaseAskedAt === null)
    return {
      kind: 'review',
      note: `an operator: its chain has invalidated it, and ${lossWords(payout.coin, loss)}`,
    };
  if (awaited !== null) return { kind: 'review', note: awaited };
  if (note !== null) return { kind: 'review', note };
  if (verdict !== null) return { kind: 'second-answer' };
  if (state === 'seen')
    return { kind: 'confirmations', have: payout.confirmations, needed: payout.confirmationsNeeded };
  const [suspension] = suspensions;
  if (suspension !== undefined) return { kind: 'suspended', ...pick(suspension) };
  if (state === 'invalidated') return { kind: 'turn' };
  const through = payout.signed?.proof['place'];
  return { kind: 'block', ...(through !== undefined && { through }) };
}

/** What lets no payout like this one leave, whatever its own state is, the most important first. */
function barriersOf({ restricted, blocked, suspensions, elsewhere }: Surroundings): WaitReason[] {
  return [
    ...(restricted ? [{ kind: 'restricted' as const }] : []),
    ...suspensions.map((each) => ({ kind: 'suspended' as const, ...pick(each) })),
    ...(elsewhere === undefined ? [] : [{ kind: 'other-network' as const, ...pick(elsewhere) }]),
    ...(blocked === undefined ? [] : [{ kind: 'process' as const, reason: blocked }]),
  ];
}

/** What an operator has to clear up, then what the operator is working on, then what passes by itself. */
function byImportance(a: Suspension, b: Suspension): number {
  return weightOf(a.reason) - weightOf(b.reason) || a.since - b.since;
}

function weightOf(reason: SuspensionReason): number {
  if (reason === 'wallet-unreachable') return 2;
  return reason === 'maintenance' ? 1 : 0;
}

function pick({ network, reason, detail }: Suspension) {
  return { network, reason, detail };
}

function journalWords(txids: readonly string[]): string {
  return `what became of ${txids.join(' and ')}: a journal has it, so it may have left (payouts adopt, or payouts release)`;
}

function lossWords(coin: string, loss: bigint): string {
  return `the pool bore ${formatAmount(loss)} ${coin} for its owner, which may be this money: payouts release gives that back to the pool, and payouts release --to-owner all of it to its owner`;
}

function holdWait({ hold, coin, note }: Payout, loss: bigint | undefined): WaitReason {
  switch (hold) {
    case 'no-price':
      return { kind: 'price', coin };
    case 'over-day-cap':
      return { kind: 'cap', cap: 'day' };
    case 'over-run-cap':
      return { kind: 'cap', cap: 'run' };
    case 'operator':
      return {
        kind: 'operator',
        why: [note ?? '', ...(loss === undefined ? [] : [lossWords(coin, loss)])].filter(Boolean).join('; '),
      };
    case 'over-account-cap':
    case null:
      return { kind: 'approval' };
  }
}

function signingWait(payout: Payout, shortage: Shortage | undefined, now: number): WaitReason | undefined {
  const { signAttempts: attempts, nextSignAt: nextAt } = payout;
  const note = payout.note ?? '';
  if (payout.signFailure === 'fee-over-cap') return { kind: 'fee', note };
  if (payout.signFailure === 'failed' && nextAt !== null) return { kind: 'signer', note, attempts, nextAt };
  if (payout.signFailure === 'unregistered' && nextAt !== null)
    return { kind: 'registration', note, attempts, nextAt };
  return shortage && fundsWait(payout, shortage, now);
}

/** Why the wallet is short: the coins cannot be spent yet, or are kept for another payout, or an operator has to bring some. */
function fundsWait(
  { id, coin, network, amount }: Payout,
  { needed, count, oldest, funds }: Shortage,
  now: number,
): WaitReason {
  const wallet = { kind: 'wallet', coin, network, amount: needed, ...(funds && { funds }) } as const;
  if (funds === undefined) return wallet;
  const { spendable, waiting, fee } = funds;
  if (waiting > 0n && spendable + waiting >= needed + fee * BigInt(count))
    return { kind: 'ripening', coin, network, amount: waiting };
  const isKept = id !== oldest.id && spendable >= amount + fee && isKeptForOldest(now);
  return isKept ? { kind: 'kept', coin, network, amount: oldest.amount, until: keptUntil(now) } : wallet;
}
