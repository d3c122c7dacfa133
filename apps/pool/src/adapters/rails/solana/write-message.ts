import { base58 } from '@scure/base';
import { computeBudget, recentBlockhashes, systemProgram } from './solana-facts.ts';

/** A payment that is to be signed, or what uses a nonce for nothing. Addresses in base58. */
export interface MessageFields {
  readonly account: string;
  readonly nonceAccount: string;
  /** The value of the nonce account. */
  readonly nonce: string;
  readonly units: bigint;
  /** In millionths of a lamport for each unit. */
  readonly unitPrice: bigint;
  readonly transfer: { readonly payee: string; readonly lamports: bigint } | undefined;
}

/**
 * The message of a transaction, in the form without a version and in the one order that the signer takes: the nonce is advanced, units and their price are set,
 * and then at most one payment is made. `read-transaction.ts` shares nothing with it.
 */
export function writeMessage(fields: MessageFields): Uint8Array {
  const { account, nonceAccount, nonce, units, unitPrice, transfer } = fields;
  const payees = transfer === undefined ? [] : [transfer.payee];
  const keys = [account, nonceAccount, ...payees, systemProgram, recentBlockhashes, computeBudget];
  const at = (key: string): number => keys.indexOf(key);
  const advance = call(at(systemProgram), [1, at(recentBlockhashes), 0], number32(4));
  const limit = call(at(computeBudget), [], Buffer.concat([Uint8Array.of(2), number32(Number(units))]));
  const price = call(at(computeBudget), [], Buffer.concat([Uint8Array.of(3), number64(unitPrice)]));
  const pay =
    transfer === undefined
      ? []
      : [call(at(systemProgram), [0, 2], Buffer.concat([number32(2), number64(transfer.lamports)]))];
  const calls = [advance, limit, price, ...pay];
  // One signs, none of those that sign is only read, and three are only read beside.
  const head = Uint8Array.of(1, 0, 3, keys.length);
  return Uint8Array.from(
    Buffer.concat([
      head,
      ...keys.map((key) => base58.decode(key)),
      base58.decode(nonce),
      Uint8Array.of(calls.length),
      ...calls,
    ]),
  );
}

function call(program: number, accounts: readonly number[], data: Uint8Array): Uint8Array {
  return Uint8Array.of(program, accounts.length, ...accounts, data.length, ...data);
}

function number32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function number64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}
