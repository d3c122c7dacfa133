import { coins } from '@openlode/catalogue/coins';
import { loadableFamilies, loadFamilies } from '@openlode/mining/families/load-families';
import { judgeAddress } from '@openlode/mining/judge-address';

export interface CoinOfAddress {
  readonly symbol: string;
  readonly name: string;
}

/** Which coins an address is a valid payout address of, memo and all; the `delisted` ones are left out. */
export type CoinsOfAddress = (text: string, delisted: ReadonlySet<string>) => readonly CoinOfAddress[];

/** Loads the rules of every coin. */
export async function loadCoinsOfAddress(): Promise<CoinsOfAddress> {
  const validators = await loadFamilies(loadableFamilies);
  return (text, delisted) =>
    coins
      .filter((coin) => !delisted.has(coin.symbol) && judgeAddress(coin, text, validators).kind === 'valid')
      .map(({ symbol, name }) => ({ symbol, name }));
}

/** An address of the Ethereum kind fits dozens of coins: the ones that the visitor viewed last and the `likely` come first. */
export function likelyFirst(
  fits: readonly CoinOfAddress[],
  viewed: readonly string[],
): readonly CoinOfAddress[] {
  const rank = ({ symbol }: CoinOfAddress) => {
    const at = [...viewed, ...likely].indexOf(symbol);
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  return fits.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

/** Of coins with the same addresses, those that most people mean. */
const likely = ['BTC', 'ETH', 'LTC', 'DOGE', 'XRP', 'SOL', 'USDT', 'USDC', 'BNB', 'POL', 'TRX', 'ETC', 'BCH'];
