import { coins } from '@openlode/catalogue/coins';
import { loadableFamilies, loadFamilies } from '@openlode/mining/families/load-families';
import { judgeAddress } from '@openlode/mining/judge-address';
import { paidFirst, type PaysHere } from '@openlode/mining/paid-here';

export interface CoinOfAddress {
  readonly symbol: string;
  readonly name: string;
}

/** What the pool lists now. */
export interface ListedHere {
  readonly delisted: ReadonlySet<string>;
  readonly paysHere: PaysHere;
}

/** Which coins an address is a valid payout address of, memo and all; those that cannot be chosen are left out. */
export type CoinsOfAddress = (text: string, listed: ListedHere) => readonly CoinOfAddress[];

/** Loads the rules of every coin. */
export async function loadCoinsOfAddress(): Promise<CoinsOfAddress> {
  const validators = await loadFamilies(loadableFamilies);
  return (text, { delisted, paysHere }) =>
    coins
      .filter((coin) => {
        if (delisted.has(coin.symbol)) return false;
        const outcome = judgeAddress(paidFirst(coin, paysHere), text, validators);
        return outcome.kind === 'valid' && paysHere(coin.symbol, outcome.network);
      })
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
