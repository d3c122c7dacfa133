import { parseAmount } from '@openlode/money/amount';
import type { ArrivedOutput, Arrivals } from '../../domain/kernel/arrivals.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { Rails } from '../../domain/kernel/rails.ts';
import type { Wallet } from '../../domain/kernel/wallet.ts';
import { decodeSandboxPayment } from '../../sandbox/rail/sandbox-payment.ts';
import { type NumberedRail, numberedRail, ownAddress } from '../../sandbox/testing/numbered-rail.ts';

export const monthCoins = ['DOGE', 'LTC'] as const;
export type MonthCoin = (typeof monthCoins)[number];

const feesMax: Readonly<Record<MonthCoin, bigint>> = { DOGE: parseAmount('2'), LTC: parseAmount('0.01') };

/** What a transaction of a wallet has paid to others. */
interface Paid {
  readonly txid: string;
  readonly coin: MonthCoin;
  readonly address: string;
  readonly amount: bigint;
}

/** The wallets of two networks, with what they really hold, and the chains that take what they send. */
export class MonthWallets {
  readonly chains: Readonly<Record<MonthCoin, NumberedRail>>;
  readonly rails: Rails;
  /** Everything but what the chains were handed. */
  readonly #rest = new Map<MonthCoin, bigint>();
  readonly #handed = new Map<MonthCoin, Set<string>>();
  readonly #mined = new Set<string>();
  /** What transactions of others have paid to them, by id. */
  readonly #arrived = new Map<string, bigint>();
  readonly paid: Paid[] = [];

  constructor(clock: Clock) {
    const open = (coin: MonthCoin): NumberedRail => {
      const chain = numberedRail(clock, { network: coin, feeMax: feesMax[coin] });
      chain.price = feesMax[coin] / 20n;
      return Object.assign(chain, {
        sweep: (order: Parameters<NumberedRail['build']>[0][number], claimed: readonly string[]) =>
          chain.build([{ ...order, payoutId: 0n }], claimed),
        funds: async () => ({ spendable: this.held(coin), waiting: 0n, fee: chain.price }),
      });
    };
    this.chains = { DOGE: open('DOGE'), LTC: open('LTC') };
    const { chains } = this;
    this.rails = {
      all: [chains.DOGE, chains.LTC],
      railOf: (network) => {
        const rail = monthCoins.includes(network as MonthCoin) ? chains[network as MonthCoin] : undefined;
        return rail === undefined ? { kind: 'no-rail', network } : { kind: 'rail', rail };
      },
    };
  }

  readonly wallet: Wallet = {
    holdings: async () => ({
      amounts: new Map(monthCoins.map((coin) => [coin, this.held(coin)])),
      unanswered: [],
    }),
    byNetwork: monthCoins.map((coin) => ({
      network: coin,
      amounts: async () => new Map([[coin, this.held(coin)]]),
    })),
  };

  readonly arrivals: Arrivals = {
    outputOf: async (_coin, { txid }) => this.#arrivedBy(txid),
    paidBy: async (_pair, txid) => this.#arrivedBy(txid),
    owns: async () => false,
  };

  #arrivedBy(txid: string): ArrivedOutput {
    const amount = this.#arrived.get(txid);
    return amount === undefined
      ? { kind: 'not-arrived', why: 'no wallet knows the transaction' }
      : { kind: 'arrived', amount };
  }

  held(coin: MonthCoin): bigint {
    this.#takeHanded(coin);
    return this.#rest.get(coin) ?? 0n;
  }

  /** Comes in, or with a negative amount leaves, by no transaction of the pool. */
  move(coin: MonthCoin, amount: bigint): void {
    this.#rest.set(coin, (this.#rest.get(coin) ?? 0n) + amount);
  }

  /** A transaction of another pays this much to the wallet, deep enough at once. */
  arrive(txid: string, coin: MonthCoin, amount: bigint): void {
    this.#arrived.set(txid, amount);
    this.move(coin, amount);
  }

  /** What the newest of those has paid. */
  lastArrived(coin: MonthCoin): bigint {
    return [...this.#arrived].findLast(([txid]) => txid.includes(coin))?.[1] ?? 0n;
  }

  /** Everything that was handed to a chain stands in blocks, deep enough. Answers what was not before. */
  mine(): readonly Paid[] {
    const before = this.paid.length;
    for (const coin of monthCoins) {
      this.#takeHanded(coin);
      for (const txid of this.#handed.get(coin) ?? []) {
        if (this.#mined.has(txid)) continue;
        this.#mined.add(txid);
        this.chains[coin].mine(txid, 3);
        for (const { address, amount } of this.#outputsOf(coin, txid))
          if (address !== ownAddress) this.paid.push({ txid, coin, address, amount });
      }
    }
    return this.paid.slice(before);
  }

  /** What was handed to a chain is in the wallet no more. */
  #takeHanded(coin: MonthCoin): void {
    const chain = this.chains[coin];
    const handed = this.#handed.get(coin) ?? new Set<string>();
    this.#handed.set(coin, handed);
    for (const txid of chain.sent()) {
      if (handed.has(txid)) continue;
      handed.add(txid);
      const signed = chain.signed.find((each) => each.txid === txid);
      if (signed === undefined) throw new Error(`${txid} was never signed`);
      const { outputs, fee } = decodeSandboxPayment(signed.bytes);
      const left = outputs.reduce(
        (sum, { address, amount }) => (address === ownAddress ? sum : sum + amount),
        fee.amount,
      );
      this.move(coin, -left);
    }
  }

  #outputsOf(coin: MonthCoin, txid: string): ReturnType<typeof decodeSandboxPayment>['outputs'] {
    const signed = this.chains[coin].signed.find((each) => each.txid === txid);
    return signed === undefined ? [] : decodeSandboxPayment(signed.bytes).outputs;
  }
}
