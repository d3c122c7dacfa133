import { coins } from '@openlode/catalogue/coins';
import { defaultCoinSymbol, nextCoinSymbols } from '@openlode/catalogue/constants';
import { chainsPaidHere, type PaysHere } from '@openlode/mining/paid-here';

/** Symbol of the coin that pages begin with before a visitor has chosen one: one that is paid here, where any is. */
export function firstCoin(paysHere: PaysHere): string {
  const paid = coins.filter((coin) => !coin.delisted && chainsPaidHere(coin, paysHere).length > 0);
  const known = [defaultCoinSymbol, ...nextCoinSymbols].find((symbol) =>
    paid.some((coin) => coin.symbol === symbol),
  );
  return known ?? paid[0]?.symbol ?? defaultCoinSymbol;
}
