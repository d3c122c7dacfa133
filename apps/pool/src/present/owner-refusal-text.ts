import { findCoin } from '@openlode/catalogue/coins';
import { formatAmount } from '@openlode/ledger/amount';
import type { Account } from '../services/accounts/find-account.ts';
import type { SwitchOutcome } from '../services/owners/network-switches.ts';
import type { ReserveOutcome } from '../services/payouts/reserve-payout.ts';
import { chainOf } from './default-chain.ts';

export interface OwnerRefusal {
  readonly status: number;
  readonly text: string;
}

/** For everybody who could not show to be the owner, whatever the reason: who it is must not be guessed from it. */
export const notTheOwner: OwnerRefusal = {
  status: 403,
  text: 'Only the owner of this address can do this. Call from where the account is mined, or prove it with a worker challenge.',
};

export const neverMined: OwnerRefusal = { status: 404, text: 'Nobody has mined to this address yet' };

export const tooManyTries: OwnerRefusal = {
  status: 429,
  text: 'Too many tries for this address, please wait a minute',
};

export function payRefusal(
  account: Account,
  outcome: Exclude<ReserveOutcome, { kind: 'reserved' }>,
): OwnerRefusal {
  switch (outcome.kind) {
    case 'no-account':
      return neverMined;
    case 'coin-gone':
      return { status: 409, text: `${account.coin} is not paid out any more` };
    case 'restricted':
      return { status: 409, text: 'This address is restricted; ask the operator of the pool' };
    case 'suspended':
      return { status: 503, text: maintenanceText(networkName(account)) };
    case 'not-enabled':
    case 'auto-only':
      return { status: 409, text: maintenanceText(networkName(account)) };
    case 'auto-pay-on':
    case 'auto-pay-off':
      return { status: 409, text: 'You must first deactivate the auto payment setting.' };
    case 'paid-today':
    case 'no-reward-yesterday':
      return { status: 409, text: 'One payment a day: the next one can be made from 00:00 UTC' };
    case 'below-threshold':
      return {
        status: 409,
        text: `The minimum payment is ${formatAmount(outcome.threshold)} ${account.coin}`,
      };
  }
}

export function switchRefusal(
  account: Account,
  network: string,
  outcome: Exclude<SwitchOutcome, { kind: 'announced' }>,
): OwnerRefusal {
  switch (outcome.kind) {
    case 'no-such-network':
      return { status: 404, text: `${account.coin} is not paid on ${network}` };
    case 'not-compatible':
      return { status: 409, text: `This address is not valid on ${network}` };
    case 'same-network':
      return { status: 409, text: `Payouts are on ${network} already` };
    case 'already-announced':
      return { status: 409, text: `A switch to ${outcome.network} is announced; cancel it first` };
    case 'payout-open':
      return { status: 409, text: 'A payment is on its way; switch when it has arrived' };
  }
}

export function maintenanceText(network: string): string {
  return `${network} payouts are under maintenance`;
}

function networkName({ coin: symbol, network }: Account): string {
  const coin = findCoin(symbol);
  return coin === undefined ? network : chainOf(coin, network).name;
}
