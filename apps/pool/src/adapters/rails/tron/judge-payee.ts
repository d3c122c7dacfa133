import { UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import type { Situation } from './ask-situation.ts';
import { accountOn, type FeeParameters } from './tron-node.ts';

/** A payment has 204 bytes, and the network counts 64 for its result. */
const bytesCounted = 275n;

/** What a payment to an account that is there takes at most, in sun: the bandwidth that an account has for nothing is not counted on. */
export function usualFee({ byte }: Pick<FeeParameters, 'byte'>): bigint {
  return byte * bytesCounted;
}

/** What the bytes of a payment to an account that is not opened yet, or is, take at most, in sun. */
export function dearestFee(fees: Pick<FeeParameters, 'byte' | 'opening'>): bigint {
  const usual = usualFee(fees);
  return fees.opening < usual ? usual : fees.opening;
}

/** What nodes say of an account that is to be paid. */
export type PayeeVerdict = { readonly kind: 'refused'; readonly why: string } | Payable;

/** What a payment takes. */
export interface Payable {
  readonly kind: 'payable';
  /** The most that the network takes for the payment, in sun, its execution among it. */
  readonly fee: bigint;
  /** Of it, the most that the execution takes; undefined for TRX. */
  readonly feeLimit?: bigint;
  /** Whether a token answers that it pays where it does, by the word of every node. */
  readonly answersTrue?: boolean;
}

/**
 * Whether an account can be paid, by the word of every node.
 *
 * @throws Error where nodes do not agree, or do not answer
 */
export async function judgePayee(
  { nodes, fees }: Pick<Situation, 'nodes' | 'fees'>,
  payee: string,
): Promise<PayeeVerdict> {
  const states = await Promise.all(nodes.map(({ node }) => accountOn(node, payee)));
  const contracts = states.filter((each) => each?.isContract === true);
  if (contracts.length === states.length)
    return { kind: 'refused', why: 'the address is that of a contract, which the network sends no TRX to' };
  if (contracts.length > 0)
    throw new UnreadableAnswer('nodes do not agree on whether the payee is a contract');
  // That a node knows no account may be wrong: then the payment is cheaper than is counted on.
  const isOpened = states.every((each) => each !== undefined);
  return { kind: 'payable', fee: isOpened ? usualFee(fees) : dearestFee(fees) };
}
