import type { LoginRefusals } from '@openlode/contracts/http/address-refusals';

/** Why a login was refused and how to fix it. */
export const refusalWords: Readonly<Record<LoginRefusals['reason'], string>> = {
  empty: 'The miner sent no user. Copy the whole user string into its user field.',
  'no-coin': 'The user did not begin with a coin and a colon. Write COIN:ADDRESS.WORKER.',
  'too-long': 'The user string was too long. Paste it once only.',
  'unknown-coin': 'The pool does not know the coin before the colon.',
  'delisted-coin': 'The coin has been delisted. Choose another one to be paid in.',
  'not-paid-here':
    'This pool has no wallet that pays the coin where this address is. Choose another coin, or another network of it.',
  'not-obtained':
    'This pool pays the coin and has no way to come by more of it, or no rate for it. Choose another coin.',
  'mining-key': 'This pool does not know the Mining Key. Use COIN:ADDRESS.WORKER instead.',
  'memo-missing': 'The address belongs to an exchange and needs its memo: COIN:ADDRESS:MEMO.WORKER.',
  'bad-address': 'The address is not a valid address of the coin. Compare every character with your wallet.',
  restricted: 'This address may not mine here. Ask the operator of the pool.',
  'too-many-connections':
    'There were more than 100 connections. Use a proxy, on the proxy port of your algorithm.',
};
