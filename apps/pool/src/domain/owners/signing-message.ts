import { findCoin } from '@openlode/catalogue/coins';
import { type SigningScheme, signingSchemeOf } from '@openlode/mining/signatures/verify-message';
import type { Account } from '../accounts/find-account.ts';
import type { OwnerAction } from './owner-action.ts';

/** The pool as its visitors know it: a signature for one pool is worth nothing at another. */
export interface PoolName {
  readonly name: string;
  readonly host: string;
}

/** How the address of an account is encoded on the network that it is paid on; undefined where the catalogue dropped it. */
export function familyOf({ coin, network }: Pick<Account, 'coin' | 'network'>): string | undefined {
  return findCoin(coin)?.chains.find((chain) => chain.network === network)?.family;
}

/** How the wallet of an account signs messages; undefined where the pool can check none. */
export function signingOf(account: Pick<Account, 'coin' | 'network'>): SigningScheme | undefined {
  const family = familyOf(account);
  return family === undefined ? undefined : signingSchemeOf(family);
}

/**
 * The text that the owner's wallet signs. It names everything that the signature is good for, in lines that a person can check: pool,
 * account, action, from which network to which, a nonce and the end. ASCII, without a line break at the end.
 */
export function signingMessage(signed: {
  readonly pool: PoolName;
  readonly account: Pick<Account, 'coin' | 'network' | 'address' | 'memo'>;
  readonly action: OwnerAction;
  readonly nonce: string;
  /** In ms. */
  readonly expiresAt: number;
}): string {
  const { pool, account, action, nonce, expiresAt } = signed;
  return [
    `${ascii(pool.name)} (${pool.host})`,
    '',
    actionLine(action, account.network),
    `Coin: ${account.coin}`,
    `Address: ${account.address}`,
    ...(account.memo === null ? [] : [`Memo: ${ascii(account.memo)}`]),
    `Nonce: ${nonce}`,
    `Expires: ${new Date(expiresAt).toISOString()}`,
  ].join('\n');
}

function actionLine(action: OwnerAction, network: string): string {
  switch (action.kind) {
    case 'pay':
      return `Pay out now on network ${network}`;
    case 'auto_pay':
      return `Switch auto-pay ${action.on ? 'on' : 'off'}`;
    case 'switch':
      return `Switch payouts from network ${network} to network ${action.network}`;
    case 'cancel_switch':
      return `Cancel the announced switch; payouts stay on network ${network}`;
  }
}

/** Wallets disagree about other characters, and about line breaks within a line. */
function ascii(text: string): string {
  return text.replace(/[^ -~]/g, '?');
}
