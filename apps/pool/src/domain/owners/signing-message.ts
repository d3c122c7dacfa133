import { findCoin } from '@openlode/catalogue/coins';
import { type SigningScheme, signingSchemeOf } from '@openlode/mining/signatures/verify-message';
import type { Miner } from '../miners/find-miner.ts';
import type { OwnerAction } from './owner-action.ts';

/** The pool as its visitors know it: a signature for one pool is worth nothing at another. */
export interface PoolName {
  readonly name: string;
  readonly host: string;
}

/** How the address of a miner is encoded on the network that it is paid on; undefined where the catalogue dropped it. */
export function familyOf({ coin, network }: Pick<Miner, 'coin' | 'network'>): string | undefined {
  return findCoin(coin)?.chains.find((chain) => chain.network === network)?.family;
}

/** How the wallet of a miner signs messages; undefined where the pool can check none. */
export function signingOf(miner: Pick<Miner, 'coin' | 'network'>): SigningScheme | undefined {
  const family = familyOf(miner);
  return family === undefined ? undefined : signingSchemeOf(family);
}

/**
 * The text that the owner's wallet signs. It names everything that the signature is good for, in lines that a person can check: pool,
 * miner, action, from which network to which, a nonce and the end. ASCII, without a line break at the end.
 */
export function signingMessage(signed: {
  readonly pool: PoolName;
  readonly miner: Pick<Miner, 'coin' | 'network' | 'address' | 'memo'>;
  readonly action: OwnerAction;
  readonly nonce: string;
  /** In ms. */
  readonly expiresAt: number;
}): string {
  const { pool, miner, action, nonce, expiresAt } = signed;
  return [
    `${ascii(pool.name)} (${pool.host})`,
    '',
    actionLine(action, miner.network),
    `Coin: ${miner.coin}`,
    `Address: ${miner.address}`,
    ...(miner.memo === null ? [] : [`Memo: ${ascii(miner.memo)}`]),
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
