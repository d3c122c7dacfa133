import type { Registry } from 'prom-client';
import { gauges } from './read-gauges.ts';

/** One coin as the last comparison of wallets and ledger has it, in whole coins as decimal text. */
export interface CoinBalance {
  readonly coin: string;
  readonly owedToMiners: string;
  readonly wallets: string;
  /** What is held beyond what has to be; below zero it is missing. */
  readonly spare: string;
}

/** A coin in the wallet of one network that should have a float. */
export interface NetworkBalance {
  readonly coin: string;
  readonly network: string;
  readonly amount: string;
}

export interface BalanceFigures {
  /** Left out where another process compares. Empty before the first comparison; without coins whose wallets do not all answer. */
  readonly balances?: () => readonly CoinBalance[];
  networkBalances(): readonly NetworkBalance[];
}

/** Metrics of what is owed and held, as of what the tasks have read last: a scrape asks neither the ledger nor a wallet. */
export function observeBalances(registers: Registry[], source: BalanceFigures): void {
  const each = (name: string, help: string, figureOf: (balance: CoinBalance) => string): void =>
    gauges(registers, { name, help, labelNames: ['coin'] }, async () =>
      (source.balances?.() ?? []).map(
        (balance) => [{ coin: balance.coin }, Number(figureOf(balance))] as const,
      ),
    );
  each(
    'openlode_owed_to_miners_coins',
    'What miners are owed: mined, referred, waiting for a rate, and on its way out',
    ({ owedToMiners }) => owedToMiners,
  );
  each('openlode_wallet_coins', 'What the wallets of all networks hold of a coin', ({ wallets }) => wallets);
  each(
    'openlode_wallet_spare_coins',
    'What wallets and the market hold beyond what the ledger says that they must; below zero it is missing, and payouts are suspended',
    ({ spare }) => spare,
  );
  gauges(
    registers,
    {
      name: 'openlode_network_wallet_coins',
      help: 'What the wallet of one network holds of a coin that should have a float there',
      labelNames: ['coin', 'network'],
    },
    async () =>
      source
        .networkBalances()
        .map(({ coin, network, amount }) => [{ coin, network }, Number(amount)] as const),
  );
}
