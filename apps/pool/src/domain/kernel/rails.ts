import type { PaysHere } from '@openlode/mining/paid-here';
import type { Rail } from './rail.ts';

/** The rails of a pool, by the networks that they pay on. */
export interface Rails {
  /** The rail that pays on a network; `no-rail` where the pool has none. */
  railOf(network: string): RailChoice;
  /** Every rail once: what asks all wallets asks each of them. */
  readonly all: readonly Rail[];
}

export type RailChoice =
  | { readonly kind: 'rail'; readonly rail: Rail }
  | { readonly kind: 'no-rail'; readonly network: string };

/** A payout of this network waits: the pool has no rail that could sign, send or look up anything there. */
export class NoRail extends Error {
  override readonly name = 'NoRail';
  readonly network: string;

  constructor(network: string) {
    super(`this pool has no rail for ${network}`);
    this.network = network;
  }
}

/** The rail of a network that a payout exists on. Throws `NoRail`: it then waits, and nothing has changed. */
export function requireRail(rails: Pick<Rails, 'railOf'>, network: string): Rail {
  const choice = rails.railOf(network);
  if (choice.kind === 'no-rail') throw new NoRail(network);
  return choice.rail;
}

/**
 * Where coins can be chosen: those that a rail of the pool pays. A pool without any rail pays nothing yet, of no coin more than of another: it
 * says so of all of them, and refuses none.
 */
export function paysHereBy(rails: Rails): PaysHere {
  return rails.all.length === 0 ? () => true : railView(rails).pays;
}

/** What pages say of a network beside whether it is paid. */
export interface PaidThrough {
  /** Whether an exchange pays what is paid there; left out where none does. */
  isThroughExchange?(network: string): boolean;
}

/** What pages and new payouts ask: a network without a rail is one on which nothing is paid. */
export function railView(
  rails: Pick<Rails, 'railOf'>,
): Pick<Rail, 'pays'> & Required<Pick<Rail, 'activated'>> & Pick<PaidThrough, 'isThroughExchange'> {
  return {
    isThroughExchange: (network) => {
      const choice = rails.railOf(network);
      return choice.kind === 'rail' && choice.rail.through !== undefined;
    },
    pays: (coin, network) => {
      const choice = rails.railOf(network);
      return choice.kind === 'rail' && choice.rail.pays(coin, network);
    },
    activated: async (network, address) => {
      const choice = rails.railOf(network);
      if (choice.kind === 'no-rail' || choice.rail.activated === undefined) return true;
      return choice.rail.activated(network, address);
    },
  };
}
