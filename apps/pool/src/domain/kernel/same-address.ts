import { findCoin } from '@openlode/catalogue/coins';
import { allFamilies } from '@openlode/mining/families/all-families';
import { judgeAddress } from '@openlode/mining/judge-address';

/** Whether two texts are one address of a coin: with a prefix or without, an account of an EVM network in capitals or not. */
export function isSameAddress(coin: string, one: string, other: string): boolean {
  return one === other || canonical(coin, one) === canonical(coin, other);
}

/** Whether a text is an address of a coin on its main network, as miners may write it. */
export function isAddressOf(coin: string, address: string): boolean {
  const rules = findCoin(coin);
  return rules !== undefined && judgeAddress(rules, address, allFamilies).kind === 'valid';
}

/** As miners' addresses are stored; the text itself where it is none of the main network. */
function canonical(coin: string, address: string): string {
  const rules = findCoin(coin);
  const judged = rules === undefined ? undefined : judgeAddress(rules, address, allFamilies);
  return judged?.kind === 'valid' ? judged.address : address;
}
