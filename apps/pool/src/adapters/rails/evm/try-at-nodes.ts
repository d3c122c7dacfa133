import type { RpcOutcome } from '../../chains/nodes/rpc-answer.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import type { EvmNode } from './evm-node.ts';
import type { EvmNetwork } from './evm-networks.ts';
import { tryPayment } from './payment-trial.ts';
import { quantity, toQuantity } from './quantities.ts';
import { transferData } from './token-calls.ts';

export interface TriedOrder {
  readonly account: string;
  readonly token: string | undefined;
  readonly payee: string;
  readonly units: bigint;
}

export type TriedPayment =
  /** Units of gas with which it is sent. */
  | { readonly kind: 'fits'; readonly gas: bigint }
  /** It can never be made to this payee as it is: `why` in words for the operator. */
  | { readonly kind: 'refused'; readonly why: string };

/** JSON-RPC codes of an execution that was undone: geth and those that follow it, and Nethermind. */
const undone: ReadonlySet<number> = new Set([3, -32_015]);

/**
 * Tries a payment at each of these nodes. It is refused only where all of them say that it would be undone and a payment to the account
 * itself would not: a token that pays no one at the moment is no fault of the payee. Whether money moves is decided by codes and balances,
 * never by the words of a node.
 *
 * @throws Error where it cannot be made now, or the token does not pay what it should
 */
export async function tryAtNodes(nodes: readonly EvmNode[], order: TriedOrder): Promise<TriedPayment> {
  let gas = 0n;
  const refusals: string[] = [];
  for (const node of nodes) {
    const tried = await tryAt(node, order);
    if (tried.kind === 'fits') gas = tried.gas > gas ? tried.gas : gas;
    else refusals.push(`${node.name}: ${tried.why}`);
  }
  if (refusals.length === 0) return { kind: 'fits', gas };
  if (refusals.length < nodes.length)
    throw new Error(`the nodes do not agree whether it can be paid: ${refusals.join('; ')}`);
  await requirePaysSomeone(nodes, order);
  return { kind: 'refused', why: `the payee cannot be paid: ${refusals.join('; ')}` };
}

/**
 * Units for what takes the place of these, as many as the most of them has: more where the rollup counts in them what the chain beneath takes,
 * and a payment takes more by now. With less, no block would have it.
 *
 * @throws Error where it cannot be made now
 */
export async function gasAgain(
  nodes: readonly EvmNode[],
  order: TriedOrder,
  before: readonly { readonly gas: bigint }[],
  rollup: EvmNetwork['rollup'],
): Promise<bigint> {
  const most = before.reduce((gas, each) => (each.gas > gas ? each.gas : gas), 0n);
  if (rollup !== 'in-gas') return most;
  const tried = await tryAtNodes(nodes, order);
  return tried.kind === 'fits' && tried.gas > most ? tried.gas : most;
}

/** A little more than it takes now: what it takes depends on what others do before it. */
const withMargin = (gas: bigint): bigint => (gas * 12n) / 10n;

async function tryAt(node: EvmNode, order: TriedOrder): Promise<TriedPayment> {
  const { account, token, payee, units } = order;
  const trial = token === undefined ? 'paid' : await tryPayment(node.rpc, account, token, payee, units);
  if (trial !== 'paid' && trial !== 'refused') throw new Error(`${wordsOfTrial[trial]} (${node.name})`);
  const estimate = await node.rpc.call('eth_estimateGas', [callOf(order)]);
  if (isUndone(estimate)) return { kind: 'refused', why: estimate.why };
  // In the trial the account has code, which some tokens refuse.
  if (trial === 'refused')
    throw new Error(`the token refuses the trial, and not the payment: it is not paid (${node.name})`);
  return { kind: 'fits', gas: withMargin(quantity(valueOf(estimate), 'eth_estimateGas')) };
}

const wordsOfTrial = {
  'no-payment': 'the token answers that it does not pay',
  'no-contract': 'there is no token at the address of its contract',
  taxed: 'the payee would get another amount than is sent: a token with a tax is not paid',
  dearer: 'another amount would leave the account than is sent: a token with a tax is not paid',
} as const;

function callOf({ account, token, payee, units }: TriedOrder): Readonly<Record<string, string>> {
  return token === undefined
    ? { from: account, to: payee, value: toQuantity(units) }
    : { from: account, to: token, data: transferData(payee, units) };
}

/** A payment of the coin to an account of one's own is never undone; of a token it is where the token pays no one from this account. */
async function requirePaysSomeone(nodes: readonly EvmNode[], order: TriedOrder): Promise<void> {
  if (order.token === undefined) return;
  for (const { name, rpc } of nodes) {
    const outcome = await rpc.call('eth_call', [callOf({ ...order, payee: order.account }), 'latest']);
    if (isUndone(outcome)) throw new Error(`the token pays no one from the pool's account now (${name})`);
    valueOf(outcome);
  }
}

function isUndone(outcome: RpcOutcome): outcome is Extract<RpcOutcome, { kind: 'refused' }> {
  return outcome.kind === 'refused' && undone.has(outcome.code);
}
