import type { AddressJudgement } from './address-judgement.ts';

/** The sentence under the address field; null where there is nothing to fix. */
export function addressSentence(outcome: AddressJudgement, coinName: string): string | null {
  switch (outcome.kind) {
    case 'valid':
    case 'empty':
    case 'checking':
    case 'unchecked':
      return null;
    case 'too-long':
      return `An address with its memo has at most ${outcome.max} characters.`;
    case 'memo-not-supported':
      return outcome.coinTakesMemo
        ? `The ${outcome.network} network does not support the ADDRESS:MEMO format.`
        : `${coinName} does not support the ADDRESS:MEMO format.`;
    case 'not-paid-here':
      return outcome.networks.length === 0
        ? `This pool pays no new work in ${coinName}.`
        : `This pool pays ${coinName} on ${joinedByOr(outcome.networks)} only. Type an address of that network.`;
    case 'memo-missing':
      return 'This address belongs to an exchange and needs its memo: add it after the address and a colon.';
    case 'memo-invalid':
      return 'Double check your memo value, it seems to be invalid!';
    case 'wrong-checksum':
      return `Double check your ${coinName} address, it seems to be invalid! A character is wrong, missing or swapped.`;
    case 'no-network-matches':
      return `Double check your ${coinName} address, it seems to be invalid! It must be a valid address on ${joinedByOr(outcome.networks)}.`;
  }
}

function joinedByOr(names: readonly string[]): string {
  return names.join(' or ');
}
