import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';

/** Of the main network, in base58 (solana.com, clusters). */
const mainGenesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

/** Whether nodes of a pool of this kind may name this first block. */
export function isGenesisOf(kind: NodePoolKind, genesis: string): boolean {
  return (genesis === mainGenesis) === (kind === 'real');
}

/** The fewest slots on a payment, beside that its nodes call it finalized: a slot is finalized once 31 that were voted for are on it. */
export function leastSlots(kind: NodePoolKind): number {
  return kind === 'real' ? 32 : 1;
}

/** Programs, and what the runtime keeps, in base58. */
export const systemProgram = '11111111111111111111111111111111';
export const recentBlockhashes = 'SysvarRecentB1ockHashes11111111111111111111';
export const computeBudget = 'ComputeBudget111111111111111111111111111111';

/** What the network takes for each signature, in lamports. */
export const lamportsPerSignature = 5000n;

/** What a signed payment has; what cancels one has fewer. */
export const bytesOfPayment = 341n;

const millionth = 1_000_000n;

/** What a payment costs, in lamports: one signature, and what it offers for its units, used or not (in millionths of a lamport for each, rounded up). */
export function feeOf({ units, unitPrice }: { readonly units: bigint; readonly unitPrice: bigint }): bigint {
  return lamportsPerSignature + (unitPrice * units + millionth - 1n) / millionth;
}

const lamport = 10n ** 9n;

/** Units of the ledger as lamports. Throws a RangeError where the network cannot carry it exactly. */
export function lamportsOf(amount: bigint): bigint {
  if (amount <= 0n || amount % lamport !== 0n || amount / lamport >= 2n ** 64n)
    throw new RangeError(`${amount} units of the ledger are no amount that Solana can carry`);
  return amount / lamport;
}

/** The same the other way round. */
export function ledgerAmount(lamports: bigint): bigint {
  return lamports * lamport;
}
