import { findCoin } from '@openlode/catalogue/coins';
import { loadFamilies } from '@openlode/mining/families/load-families';
import { parseUserString } from '@openlode/mining/user-string';

/** What a user string is about: the coin, and the address with its memo. */
export interface PayoutPlace {
  /** Symbol, upper case. */
  readonly coin: string;
  readonly address: string;
}

/**
 * Takes coin and address out of a whole user string `COIN:ADDRESS[:MEMO].WORKER[#CODE]`, by the rules of the pool's own ports. Null for
 * anything else: an address alone, a Mining Key, a coin that this release does not know, an address that is none. Delisted coins have
 * addresses as well.
 */
export async function readUserString(text: string): Promise<PayoutPlace | null> {
  const coin = findCoin(/^\s*([A-Za-z0-9]{1,16})\s*:/.exec(text)?.[1]?.toUpperCase() ?? '');
  if (coin === undefined) return null;
  const validators = await loadFamilies(coin.chains.map(({ family }) => family));
  const outcome = parseUserString(text, { findCoin: () => ({ ...coin, delisted: false }), validators });
  if (outcome.kind !== 'login') return null;
  const { address, memo } = outcome.login;
  return { coin: coin.symbol, address: memo === null ? address : `${address}:${memo}` };
}
