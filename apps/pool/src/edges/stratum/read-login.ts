import { findCoin } from '@openlode/catalogue/coins';
import { exchangeAddresses } from '@openlode/catalogue/exchange-addresses';
import { allFamilies } from '@openlode/mining/families/all-families';
import { type LoginOutcome, parseUserString } from '@openlode/mining/user-string';

/**
 * Takes a miner's user string apart and judges it by the catalogue's coins and all address rules. `isFlagged` knows the exchanges'
 * addresses that are not in the catalogue.
 */
export function readLogin(
  text: string,
  isFlagged: (coin: string, address: string) => boolean = neverFlagged,
): LoginOutcome {
  return parseUserString(text, {
    findCoin,
    validators: allFamilies,
    isExchangeAddress: (coin, address) => isFlagged(coin, address) || isInCatalogue(coin, address),
  });
}

function isInCatalogue(coin: string, address: string): boolean {
  return exchangeAddresses.some((each) => each.coin === coin && each.address === address);
}

const neverFlagged = (): boolean => false;
