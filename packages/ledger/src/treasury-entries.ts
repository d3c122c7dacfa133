import {
  capitalAccount,
  coldAccount,
  conversionAccount,
  correctionsAccount,
  feesAccount,
  type LedgerAccount,
  networkAccount,
  networkFeesAccount,
  transitAccount,
  writtenOffAccount,
} from './accounts.ts';
import type { Entry, Posting } from './posting.ts';

/** An amount of an asset in the pool's wallet on a network; in units of 10^-18. */
export interface Funds {
  readonly asset: string;
  readonly network: string;
  readonly amount: bigint;
}

/** What an operator does with the pool's money outside of payouts. All amounts are above zero but that of a correction. */
export type Movement =
  /** The operator's own money comes into the wallet. */
  | ({ readonly kind: 'deposit' } & Funds)
  /** The same, meant for network fees. */
  | ({ readonly kind: 'top-up' } & Funds)
  /** The operator takes out what is the pool's own; from which of its accounts, the most liquid first. */
  | ({ readonly kind: 'withdrawal'; readonly from: readonly OwnPart[] } & Funds)
  /** The same from the cold addresses of a network. */
  | ({ readonly kind: 'cold-withdrawal'; readonly from: readonly OwnPart[] } & Funds)
  /** What had been swept to a cold address comes back into the wallet. */
  | ({ readonly kind: 'cold-return' } & Funds)
  /** The wallet holds more, or with a negative amount less, than the ledger says. The pool gains or bears it. */
  | ({ readonly kind: 'correction' } & Funds)
  /** What conversions took from miners was sold for what they promised. */
  | { readonly kind: 'trade'; readonly sold: Funds; readonly bought: Funds };

export interface OwnPart {
  readonly account: LedgerAccount;
  readonly amount: bigint;
}

/** The accounts that hold what is the pool's own, in the order in which a withdrawal takes from them. */
export const ownAccounts = [
  feesAccount,
  capitalAccount,
  writtenOffAccount,
] as const satisfies LedgerAccount[];

/** The name under which a movement is booked once: its kind, what it moved (of a trade, what was sold) and what it is called outside. */
export function movementKey(movement: Movement, reference: string): string {
  const { network, asset } = movement.kind === 'trade' ? movement.sold : movement;
  return `treasury:${movement.kind}:${network}:${asset}:${reference}`;
}

/**
 * The entry of a movement. The wallet of a network is the `ext:` account through which payouts leave as well; its balance is negative
 * by what the wallet holds. Accounts for other places, such as exchanges or transfers, can be added beside it without changing an
 * entry.
 */
export function movementEntry(movement: Movement, reference: string, at: number): Entry {
  return {
    key: movementKey(movement, reference),
    kind: `treasury-${movement.kind}`,
    at,
    postings: postingsOf(movement),
  };
}

function postingsOf(movement: Movement): Posting[] {
  switch (movement.kind) {
    case 'deposit':
      return [into(movement), { account: capitalAccount, ...moneyOf(movement) }];
    case 'top-up':
      return [into(movement), { account: networkFeesAccount, ...moneyOf(movement) }];
    case 'correction':
      return [into(movement), { account: correctionsAccount, ...moneyOf(movement) }];
    case 'cold-return':
      return [into(movement), outOfCold(movement)];
    case 'withdrawal':
    case 'cold-withdrawal': {
      const { asset, kind } = movement;
      return [
        kind === 'withdrawal' ? outOf(movement) : outOfCold(movement),
        ...movement.from.map(({ account, amount }) => ({ account, asset, amount: -amount })),
      ];
    }
    case 'trade': {
      const { sold, bought } = movement;
      return [
        outOf(sold),
        { account: conversionAccount, asset: sold.asset, amount: -sold.amount },
        into(bought),
        { account: conversionAccount, asset: bought.asset, amount: bought.amount },
      ];
    }
  }
}

function moneyOf({ asset, amount }: Funds): { asset: string; amount: bigint } {
  return { asset, amount };
}

function into({ asset, network, amount }: Funds): Posting {
  return { account: networkAccount(network), asset, amount: -amount };
}

function outOf({ asset, network, amount }: Funds): Posting {
  return { account: networkAccount(network), asset, amount };
}

function outOfCold({ asset, network, amount }: Funds): Posting {
  return { account: coldAccount(network), asset, amount };
}

/** A transaction that brings the pool's own money to a cold address or to an exchange: it stays the pool's own, in another place. */
export interface SweptMoney extends Funds {
  readonly txid: string;
  /** The exchange that it goes to; undefined for a cold address. */
  readonly to?: string | undefined;
  /** How often it was booked before: a chain may give up what was final, and have it again. */
  readonly before: number;
}

/** Books a sweep once its transaction is final. What the network took for it is an entry of its own. */
export function sweepEntry({ txid, before, to, ...funds }: SweptMoney, at: number): Entry {
  const { asset, network, amount } = funds;
  const arrived: Posting = { account: sweptAccount(network, to), asset, amount: -amount };
  return {
    key: `sweep:${txid}:${before + 1}`,
    kind: 'treasury-sweep',
    at,
    postings: [outOf(funds), arrived],
  };
}

/** Takes that back, where its chain has given the transaction up for good. `before` is that of the entry which it takes back. */
export function sweepUndoneEntry({ txid, before, to, ...funds }: SweptMoney, at: number): Entry {
  const key = `sweep-undone:${txid}:${before + 1}`;
  const { asset, network, amount } = funds;
  const back: Posting = { account: sweptAccount(network, to), asset, amount };
  return { key, kind: 'treasury-sweep-undone', at, postings: [into(funds), back] };
}

/** Where a sweep has brought it: to an exchange it is on its way until the exchange has credited it. */
function sweptAccount(network: string, to: string | undefined): LedgerAccount {
  return to === undefined ? coldAccount(network) : transitAccount(network, to);
}
