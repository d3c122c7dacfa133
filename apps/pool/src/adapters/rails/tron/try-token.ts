import type { Situation } from './ask-situation.ts';
import { type CallAnswer, callContract } from './call-contract.ts';
import { feeMost } from './fee-most.ts';
import type { PayeeVerdict } from './judge-payee.ts';
import {
  differenceInLogs,
  type TokenPayment,
  transferArguments,
  transferSelector,
} from './token-transfer.ts';
import type { FeeParameters, TronNode } from './tron-node.ts';

/** A payment of a token has 283 bytes at most, and the network counts 64 for its result. */
const bytesCounted = 347n;

/** What the bytes of a payment of a token take at most, in sun. */
export function tokenBytesFee({ byte }: Pick<FeeParameters, 'byte'>): bigint {
  return byte * bytesCounted;
}

/** What is counted beside the limit of a payment of a token, in sun: what the signer counts, or what its bytes take where that is more. */
export function besideLimit(fees: Pick<FeeParameters, 'byte'>): bigint {
  const bytesFee = tokenBytesFee(fees);
  return bytesFee < feeMost ? feeMost : bytesFee;
}

/**
 * Tries a payment of a token at each node, on its newest block: what it takes, and whether the payee can be paid. It is refused only where all nodes say that it is undone and
 * a payment to the account itself is not: a token that pays no account at the moment is no fault of the payee. What a token answers decides nothing (USDT answers that it has not
 * paid, and has): it has to report the payment.
 *
 * @param limitMax the most that the execution may take, in sun
 * @throws Error where it cannot be made now, or the token does not report what it should
 */
export async function tryToken(
  { nodes, fees }: Pick<Situation, 'nodes' | 'fees'>,
  payment: TokenPayment,
  limitMax: bigint,
): Promise<PayeeVerdict> {
  let energy = 0n;
  let answersTrue = true;
  const refusals: string[] = [];
  for (const { node } of nodes) {
    const tried = await tryAt(node, payment);
    if (tried.kind === 'undone') refusals.push(`${node.name}: ${tried.why}`);
    else {
      if (tried.energy > energy) energy = tried.energy;
      answersTrue &&= tried.answer === yes;
    }
  }
  if (refusals.length > 0 && refusals.length < nodes.length)
    throw new Error(`the nodes do not agree whether it can be paid: ${refusals.join('; ')}`);
  if (refusals.length > 0) {
    for (const { node } of nodes) await requirePays(node, payment);
    return { kind: 'refused', why: `the payee cannot be paid: ${refusals.join('; ')}` };
  }
  const feeLimit = limitOf(energy * fees.energy, limitMax);
  return { kind: 'payable', fee: feeLimit + tokenBytesFee(fees), feeLimit, answersTrue };
}

const yes = '1'.padStart(64, '0');

/** Whether a token answers that it pays a payment which is in no block yet, by the word of every node. False as well where it cannot be tried now. */
export async function answersTrue(nodes: Situation['nodes'], payment: TokenPayment): Promise<boolean> {
  try {
    const tried = await Promise.all(nodes.map(({ node }) => tryAt(node, payment)));
    return tried.every((each) => each.kind === 'done' && each.answer === yes);
  } catch {
    return false;
  }
}

/** Twice what it takes now: a payee who has none of the token any more costs twice as much. What is not used is not taken. */
function limitOf(taken: bigint, limitMax: bigint): bigint {
  const least = (taken * 12n) / 10n;
  if (least > limitMax) return least;
  return 2n * taken > limitMax ? limitMax : 2n * taken;
}

async function tryAt(
  node: TronNode,
  payment: TokenPayment,
): Promise<Exclude<CallAnswer, { kind: 'refused' }>> {
  const tried = await callTransfer(node, payment);
  if (tried.kind === 'refused')
    throw new Error(`${node.name} does not execute the payment for a trial: ${tried.why}`);
  if (tried.kind === 'undone') return tried;
  const difference = differenceInLogs(tried.logs, payment);
  if (difference !== undefined)
    throw new Error(`the token ${difference} in a trial: it is not paid (${node.name})`);
  return tried;
}

async function requirePays(node: TronNode, payment: TokenPayment): Promise<void> {
  const { kind } = await callTransfer(node, { ...payment, payee: payment.account });
  if (kind !== 'done') throw new Error(`the token pays no account from that of the pool now (${node.name})`);
}

function callTransfer(node: TronNode, { token, account, payee, units }: TokenPayment): Promise<CallAnswer> {
  return callContract(node, {
    account,
    contract: token,
    selector: transferSelector,
    parameter: transferArguments(payee, units),
  });
}
