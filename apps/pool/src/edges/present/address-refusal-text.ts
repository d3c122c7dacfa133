import { findCoin } from '@openlode/catalogue/coins';
import type { AddressOutcome } from '@openlode/mining/judge-address';

/** What a program that asks about a bad address is told; the site words the same outcomes itself. */
export function addressRefusalText(
  symbol: string,
  outcome: Exclude<AddressOutcome, { kind: 'valid' }>,
): string {
  const coin = findCoin(symbol)?.symbol ?? symbol;
  switch (outcome.kind) {
    case 'empty':
      return 'The address is empty';
    case 'too-long':
      return `An address with its memo is never longer than ${outcome.max} characters`;
    case 'memo-not-supported':
      return `The network ${outcome.network} of ${coin} does not support the ADDRESS:MEMO format`;
    case 'memo-invalid':
      return 'Double check your memo value, it seems to be invalid!';
    case 'wrong-checksum':
      return `Double check your ${coin} address, its checksum is wrong: at least one character is`;
    case 'no-network-matches':
      return `Double check your ${coin} address, it seems to be invalid! It must be an address of ${outcome.networks.join(' or ')}`;
  }
}
