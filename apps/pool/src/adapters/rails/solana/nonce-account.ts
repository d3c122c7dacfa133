import { base58 } from '@scure/base';
import type { AccountState } from './solana-node.ts';
import { systemProgram } from './solana-facts.ts';

/** What a nonce account keeps. */
export interface NonceState {
  /** Whose signature advances it. */
  readonly authority: string;
  readonly nonce: string;
}

const length = 80;

/** Reads the state of a nonce account as the system program keeps it (version 1, initialized); undefined for anything else. */
export function readNonce({ owner, space, data }: AccountState): NonceState | undefined {
  if (owner !== systemProgram || space !== length || data.length !== length) return undefined;
  const head = Buffer.from(data.subarray(0, 8));
  if (head.readUInt32LE(0) !== 1 || head.readUInt32LE(4) !== 1) return undefined;
  return { authority: base58.encode(data.subarray(8, 40)), nonce: base58.encode(data.subarray(40, 72)) };
}

/**
 * The nonce of an account that this authority advances.
 *
 * @throws Error where it is none, in words for an operator
 */
export function requireNonce(address: string, account: AccountState | undefined, authority: string): string {
  const state = account && readNonce(account);
  if (state === undefined) throw new Error(`there is no nonce account at ${address}`);
  if (state.authority !== authority)
    throw new Error(
      `the nonce account ${address} is advanced by ${state.authority}, and not by ${authority}`,
    );
  return state.nonce;
}
