import { unitsOf } from '@openlode/catalogue/chain-units';
import { findCoin } from '@openlode/catalogue/coins';
import { parseAmount } from '@openlode/money/amount';
import { krakenCoins } from '../adapters/exchanges/kraken-names.ts';
import { amountText, isAmount, isFeeMax } from './file-amount.ts';
import type { Fault, Path } from './pool-file-fault.ts';
import type { FileContent } from './pool-file-schema.ts';

/** An account at an exchange out of which payouts leave, of coins that have no rail of their own. */
export interface ExchangeRailEntry {
  readonly venue: 'kraken';
  /** A file with two lines: the API key and the secret. */
  readonly keyFile: string;
  readonly coins: readonly ExchangeRailCoin[];
}

export interface ExchangeRailCoin {
  readonly coin: string;
  readonly network: string;
  /** What the exchange calls the way out. */
  readonly method: string;
  /** The least that it lets out, what an amount is a multiple of, and the most that it may take for one payout; in units of 10^-18. */
  readonly least: bigint;
  readonly step: bigint;
  readonly feeMax: bigint;
}

type Content = Pick<
  FileContent,
  'chains' | 'exchangeRail' | 'rails' | 'evm' | 'monero' | 'solana' | 'xrp' | 'tron'
>;
type FileCoin = NonNullable<FileContent['exchangeRail']>['coins'][number];

/** No exchange takes more decimals. */
const decimalsMax = 8;

export function exchangeRailFaults(content: Content): Fault[] {
  const { exchangeRail } = content;
  if (exchangeRail === undefined) return [];
  const { exchange, coins } = exchangeRail;
  const here: Path = ['exchangeRail'];
  return [
    ...(exchange === 'kraken'
      ? []
      : [
          {
            path: [...here, 'exchange'],
            fault: `exchange is ${exchange}, but the exchanges of this release that pay are: kraken`,
          },
        ]),
    ...coins.flatMap((each, index) =>
      coinFaults(content, each, coins.slice(0, index), [...here, 'coins', index]),
    ),
  ];
}

function coinFaults(
  content: Content,
  { coin, network = coin, least, feeMax }: FileCoin,
  before: readonly FileCoin[],
  path: Path,
): Fault[] {
  const faults: Fault[] = [];
  const add = (name: string, fault: string) => faults.push({ path: [...path, name], fault });
  if (
    findCoin(coin)?.chains.some((chain) => chain.network === network) !== true ||
    unitsOf(coin, network) === undefined
  )
    add('coin', `${coin} on ${network} is no coin of this pool`);
  if (!krakenCoins.has(coin)) add('coin', `what Kraken calls ${coin} is not known to this release`);
  if (isPaidBySelf(content, network))
    add('coin', `${network} has a rail of its own in the file: what is on it is paid from its wallet`);
  else if (isChain(content, network))
    add(
      'coin',
      `${network} is one of the chains, and only a rail of its own watches what its blocks bring: nothing of it would be paid`,
    );
  if (before.some((each) => each.coin === coin)) add('coin', `${coin} stands in exchangeRail twice`);
  if (before.some((each) => each.coin !== coin && (each.network ?? each.coin) === network))
    add(
      'network',
      `${network} stands in exchangeRail twice: one coin of a network is paid through an exchange`,
    );
  if (!isAmount(least) || least <= 0)
    add('least', 'least must be an amount of eight decimals at most, above zero');
  if (!isFeeMax(feeMax)) add('feeMax', 'feeMax must be an amount of eight decimals at most, above zero');
  return faults;
}

function isPaidBySelf(
  { rails = [], evm = [], monero, solana, xrp, tron }: Content,
  network: string,
): boolean {
  return (
    rails.some(({ coin }) => coin === network) ||
    evm.some((each) => each.network === network) ||
    (monero !== undefined && network === 'XMR') ||
    (solana !== undefined && network === 'SOL') ||
    (xrp !== undefined && network === 'XRP') ||
    (tron !== undefined && network === 'TRX')
  );
}

/** Of what is mined the pool must know what its wallet holds before anything is paid (`walletOnNodes`). */
function isChain({ chains }: Content, network: string): boolean {
  return chains.some(({ coin, merged = [] }) => [coin, ...merged.map((each) => each.coin)].includes(network));
}

/** That of a file without faults. */
export function exchangeRailOf(
  { key, coins }: NonNullable<FileContent['exchangeRail']>,
  resolvePath: (path: string) => string,
): ExchangeRailEntry {
  return {
    venue: 'kraken',
    keyFile: resolvePath(key),
    coins: coins.map(({ coin, network = coin, method, least, feeMax }) => ({
      coin,
      network,
      method,
      least: parseAmount(amountText(least)),
      step: 10n ** BigInt(18 - Math.min(decimalsMax, unitsOf(coin, network)?.decimals ?? 0)),
      feeMax: parseAmount(amountText(feeMax)),
    })),
  };
}
