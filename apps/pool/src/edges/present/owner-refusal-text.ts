import { findCoin } from '@openlode/catalogue/coins';
import { formatAmount } from '@openlode/money/amount';
import type { Miner } from '../../domain/miners/find-miner.ts';
import type { PermitRefusal } from '../../domain/owners/authorise.ts';
import type { SwitchOutcome } from '../../domain/owners/network-switches.ts';
import type { ReserveOutcome } from '../../domain/payouts/reserve-payout.ts';
import { chainOf } from './default-chain.ts';

export interface OwnerRefusal {
  readonly status: number;
  readonly text: string;
}

/** What to do about it belongs to each: whose source it would have to be is never said. */
const permitTexts: Readonly<Record<PermitRefusal, string>> = {
  'not-owner':
    'Only the owner of this address can do this: use the internet connection that earned at least a quarter of its value in the last week, a wallet signature or a worker challenge.',
  'unprovable-source':
    'Only the owner of this address can do this, and your internet connection proves nothing: it is shared or private. Use a wallet signature or a worker challenge.',
  'shared-source':
    'Only the owner of this address can do this, and your internet connection proves nothing: it mined for more than 20 addresses in the last week. Use a wallet signature.',
  'too-few-days':
    'Only the owner of this address can do this: a network switch needs an internet connection that mined to the address on at least 3 of the last 7 days, or a wallet signature.',
  'needs-proof':
    'Only the owner of this address can do this: a network switch needs a wallet signature or a worker challenge.',
  'bad-token':
    'Only the owner of this address can do this, and this proof was used, has expired or belongs to another action. Get a new one.',
  'switched-on-today': 'Only the owner of this address can do this: auto-pay was already turned on today.',
};

export function permitRefusal(refusal: PermitRefusal): OwnerRefusal {
  return { status: 403, text: permitTexts[refusal] };
}

export const neverMined: OwnerRefusal = { status: 404, text: 'This address has no accepted share yet' };

export const noSuchChallenge: OwnerRefusal = { status: 404, text: 'There is no such challenge' };

const signatureTexts: Readonly<Record<'wrong-signature' | 'not-signable', string>> = {
  'wrong-signature':
    'The signature does not match. Sign exactly the text that is shown, with the key of this address. Contract wallets and multi-signature addresses cannot sign this way.',
  'not-signable':
    'There is nothing to sign: the challenge has expired, or the pool cannot check signatures of this coin.',
};

export function signatureRefusal(outcome: 'no-challenge' | 'wrong-signature' | 'not-signable'): OwnerRefusal {
  return outcome === 'no-challenge' ? noSuchChallenge : { status: 403, text: signatureTexts[outcome] };
}

export const tooManyTries: OwnerRefusal = {
  status: 429,
  text: 'Too many tries for this address, please wait a minute',
};

export function payRefusal(
  miner: Miner,
  outcome: Exclude<ReserveOutcome, { kind: 'reserved' }>,
): OwnerRefusal {
  switch (outcome.kind) {
    case 'no-miner':
      return neverMined;
    case 'coin-gone':
      return { status: 409, text: `${miner.coin} is no longer paid out` };
    case 'restricted':
      return { status: 409, text: 'This address is restricted; ask the operator of the pool' };
    case 'suspended':
      return { status: 503, text: maintenanceText(networkName(miner)) };
    case 'not-enabled':
    case 'auto-only':
      return { status: 409, text: maintenanceText(networkName(miner)) };
    case 'auto-pay-on':
    case 'auto-pay-off':
      return { status: 409, text: 'You must first deactivate the auto payment setting.' };
    case 'paid-today':
    case 'no-reward-yesterday':
      return { status: 409, text: 'One payout per UTC day: the next one is possible from 00:00 UTC' };
    case 'below-threshold':
      return {
        status: 409,
        text: `The minimum payment is ${formatAmount(outcome.threshold)} ${miner.coin}`,
      };
  }
}

export function switchRefusal(
  miner: Miner,
  network: string,
  outcome: Exclude<SwitchOutcome, { kind: 'announced' }>,
): OwnerRefusal {
  switch (outcome.kind) {
    case 'no-such-network':
      return { status: 404, text: `${miner.coin} is not paid on ${network}` };
    case 'not-compatible':
      return { status: 409, text: `This address is not valid on ${network}` };
    case 'not-paid-here':
      return { status: 409, text: `This pool has no wallet that pays ${miner.coin} on ${network}` };
    case 'same-network':
      return { status: 409, text: `Payouts already use ${network}` };
    case 'already-announced':
      return { status: 409, text: `A switch to ${outcome.network} is announced; cancel it first` };
    case 'payout-open':
      return { status: 409, text: 'A payout is in progress; switch when it has arrived' };
  }
}

export function maintenanceText(network: string): string {
  return `${network} payouts are under maintenance`;
}

function networkName({ coin: symbol, network }: Miner): string {
  const coin = findCoin(symbol);
  return coin === undefined ? network : chainOf(coin, network).name;
}
