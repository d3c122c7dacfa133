import { base58xmr } from '@scure/base';
import type { KeyDescription } from '@openlode/signing/messages';
import { bytesOf, keccak, numberOf, order, Point, scalarOf } from './curve.ts';
import { moneroNetwork } from './networks.ts';

/** A secret by which an account spends: a number of the group, which everything else follows from. */
export function isSpendKey(bytes: Uint8Array): boolean {
  if (bytes.length !== 32) return false;
  const number = numberOf(bytes);
  return number > 0n && number < order;
}

/** Reads a key as wallets show it (`spendkey`): 64 digits of hex. */
export function importSpendKey(_network: string, text: string): Uint8Array | undefined {
  if (!/^[0-9a-fA-F]{64}$/.test(text)) return undefined;
  const key = Uint8Array.from(Buffer.from(text, 'hex'));
  return isSpendKey(key) ? key : undefined;
}

/** The secret by which an account sees what it receives, as wallets make it from the other one. */
function viewSecretOf(spendKey: Uint8Array): bigint {
  return scalarOf(spendKey);
}

/** For the wallet that watches: with it one sees all that comes in, and can spend nothing. */
export function showViewKey(spendKey: Uint8Array): string {
  return Buffer.from(bytesOf(viewSecretOf(spendKey))).toString('hex');
}

export interface Account {
  readonly address: string;
  readonly spend: Point;
  readonly view: Point;
  readonly viewSecret: bigint;
}

/** Of the keys that are in use: each request asks for one. */
const accounts = new WeakMap<Uint8Array, Account>();

export function openAccount(network: string, spendKey: Uint8Array): Account {
  const known = accounts.get(spendKey);
  if (known !== undefined) return known;
  const viewSecret = viewSecretOf(spendKey);
  const [spend, view] = [numberOf(spendKey), viewSecret].map((secret) => Point.BASE.multiply(secret)) as [
    Point,
    Point,
  ];
  const body = Buffer.concat([
    Uint8Array.of(moneroNetwork(network).prefixes.primary),
    spend.toBytes(),
    view.toBytes(),
  ]);
  const address = base58xmr.encode(Buffer.concat([body, keccak(body).subarray(0, 4)]));
  const account = { address, spend, view, viewSecret };
  accounts.set(spendKey, account);
  return account;
}

/** Its public keys: the one that spends, and in the place of a script the one that sees. */
export function describeMoneroKey(network: string, spendKey: Uint8Array): KeyDescription {
  const { address, spend, view } = openAccount(network, spendKey);
  return { address, publicKey: spend.toHex(), script: view.toHex() };
}
