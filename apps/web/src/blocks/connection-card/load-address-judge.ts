import { findCoin } from '@openlode/catalogue/coins';
import { loadFamilies } from '@openlode/mining/families/load-families';
import { type AddressOutcome, judgeAddress } from '@openlode/mining/judge-address';

/** Loads what is needed to judge addresses of the coin; rejects for a coin that this release does not know. */
export async function loadAddressJudge(symbol: string): Promise<(text: string) => AddressOutcome> {
  const coin = findCoin(symbol);
  if (coin === undefined) throw new Error(`no address rules for ${symbol}`);
  const validators = await loadFamilies(coin.chains.map((chain) => chain.family));
  return (text) => judgeAddress(coin, text, validators);
}
