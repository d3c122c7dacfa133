import type { CoinReservations } from '../../../domain/kernel/coin-reservations.ts';
import type { Funds, Quote } from '../../../domain/kernel/funds.ts';
import type { RailFacts } from '../../chains/bitcoin/chain-facts.ts';
import type { Network } from '../../../domain/kernel/network-of-kind.ts';
import type { AddressBook } from './address-book.ts';
import { unitOf } from './amounts.ts';
import { askLeader } from './ask-leader.ts';
import { askRate, askRates } from './ask-rate.ts';
import { type FeeRates, feeOf } from './fee-rate.ts';
import { lockedCoins } from './locked-coins.ts';
import type { PreviousTransactions } from './previous-transactions.ts';
import type { RailNode } from './rail-node.ts';
import { heldBy, type ListedCoin, listCoins } from './spendable-coins.ts';
import { besideBytes, inputVirtualBytes, scriptBytes, virtualBytes } from './transaction-size.ts';

export interface FundsOptions {
  readonly facts: RailFacts;
  readonly network: Network;
  readonly nodes: readonly RailNode[];
  readonly addresses: AddressBook;
  readonly reservations: CoinReservations;
  readonly rates: FeeRates;
  readonly confirmations: number;
  /** As in the rail's options. */
  readonly feeMax: bigint;
}

/** Of an address with a script of 32 bytes; others have shorter ones. */
const payeeScript = 34;

/**
 * What one node's wallet can spend now, and holds besides, without what is claimed or chosen for payments already, and without coins that are left alone:
 * no payment is planned out of these, and none waits for them.
 */
export async function bitcoinFunds(
  options: FundsOptions & { readonly previous: Pick<PreviousTransactions, 'typeOf'> },
  claimed: readonly string[],
): Promise<Funds> {
  const { addresses, reservations, confirmations, facts } = options;
  const [{ node }, rate, reserved] = await Promise.all([
    askLeader(options),
    askRate(options),
    reservations.read(facts.asset, []),
  ]);
  const unit = unitOf(facts);
  const held = await heldBy(node, options);
  const taken = new Set([...claimed, ...reserved.others]);
  const coins = await listCoins(node.wallet, options, confirmations);
  const ripe = sumOf(coins);
  const free = coins.filter(
    // What costs more than it is worth pays nothing.
    ({ name, value }) => !taken.has(name) && value > feeOf(rate, inputVirtualBytes(addresses.coins)),
  );
  const left = new Set(await lockedCoins(options, free));
  return {
    spendable: sumOf(free.filter(({ name }) => !left.has(name))) * unit,
    waiting: (held > ripe ? held - ripe : 0n) * unit,
    fee: costOf(rate, options, 1) * unit,
  };
}

function sumOf(coins: readonly ListedCoin[]): bigint {
  return coins.reduce((sum, { value }) => sum + value, 0n);
}

/** What payments cost now out of one coin, with change. */
export async function bitcoinQuote(options: FundsOptions, payees: number): Promise<Quote> {
  const { facts, feeMax } = options;
  const unit = unitOf(facts);
  const { rate, agreed } = await askRates(options);
  const all = costOf(rate, options, payees);
  return {
    feeAsset: facts.asset,
    alone: costOf(rate, options, 1) * unit,
    together: ((all + BigInt(payees) - 1n) / BigInt(payees)) * unit,
    payees,
    ...(agreed !== undefined && { agreed: costOf(agreed, options, 1) * unit }),
    cap: feeMax,
    rate: `${rate} units of 10^-${facts.decimals ?? 8} for 1,000 virtual bytes`,
  };
}

function costOf(
  rate: bigint,
  { addresses, facts }: Pick<FundsOptions, 'addresses' | 'facts'>,
  payees: number,
): bigint {
  const scripts = [...Array.from({ length: payees }, () => payeeScript), addresses.changeScript.length];
  const lengths = scripts.map((length) => scriptBytes(length, facts.form));
  return feeOf(rate, virtualBytes(addresses.coins, 1, lengths, besideBytes(facts.form)));
}
