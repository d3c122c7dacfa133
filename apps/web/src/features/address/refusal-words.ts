import type { LoginRefusals } from '@openlode/contracts/http/address-refusals';

/** Why a miner was not let in, as a sentence with the next step. */
export function refusalWords(reason: LoginRefusals['reason']): string {
  switch (reason) {
    case 'empty':
      return 'The user field was empty. Write COIN:ADDRESS.WORKER into it.';
    case 'no-coin':
      return 'The user field named no coin. Put the symbol in front of the address: COIN:ADDRESS.WORKER.';
    case 'too-long':
      return 'The user field was too long. Shorten the worker name.';
    case 'unknown-coin':
      return 'The user field named a coin that the pool does not know. Check its symbol.';
    case 'delisted-coin':
      return 'The coin has been delisted. Point the miner to another coin.';
    case 'mining-key':
      return 'The mining key is not known. Copy it again from the page of your address.';
    case 'memo-missing':
      return 'It is the address of an exchange, which needs a memo. Write it behind the address: COIN:ADDRESS:MEMO.WORKER.';
    case 'bad-address':
      return 'The address is not valid for its coin. Compare it character by character, capitals included.';
    case 'restricted':
      return 'The address is restricted. Write to the operator.';
    case 'too-many-connections':
      return 'There were more than 100 connections. Go through port 4445 with a proxy.';
  }
}
