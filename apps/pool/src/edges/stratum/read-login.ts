import { findCoin } from '@openlode/catalogue/coins';
import { exchangeAddresses } from '@openlode/catalogue/exchange-addresses';
import type { PaysHere } from '@openlode/mining/paid-here';
import { allFamilies } from '@openlode/mining/families/all-families';
import { type LoginOutcome, parseUserString, type UserStringRules } from '@openlode/mining/user-string';

/** What a pool has decided about logins beside the catalogue. */
export interface LoginRules {
  /** Whether a coin earns nothing here. */
  isDelisted(coin: string): boolean;
  /** Whether a canonical address that is not in the catalogue is an exchange's. */
  isExchange(coin: string, address: string): boolean;
  /** Where the pool pays; left out where it pays every coin. */
  readonly paysHere?: PaysHere | undefined;
  /** Whether the pool comes by a coin that a rail of it pays; left out where it does by every one. */
  readonly isObtained?: ((coin: string) => boolean) | undefined;
}

/**
 * Takes a miner's user string apart and judges it by the pool's rules, the catalogue's coins and all address rules. `workerField` is
 * what a dialect has in a field of its own.
 */
export function readLogin(text: string, rules: LoginRules, workerField = ''): LoginOutcome {
  const userStringRules: UserStringRules = {
    findCoin: (symbol) => {
      const coin = findCoin(symbol);
      return coin && { ...coin, delisted: rules.isDelisted(coin.symbol) };
    },
    validators: allFamilies,
    ...(rules.paysHere && { paysHere: rules.paysHere }),
    ...(rules.isObtained && { isObtained: rules.isObtained }),
    isExchangeAddress: (coin, address) => rules.isExchange(coin, address) || isInCatalogue(coin, address),
  };
  return parseUserString(text, userStringRules, workerField);
}

function isInCatalogue(coin: string, address: string): boolean {
  return exchangeAddresses.some((each) => each.coin === coin && each.address === address);
}
