import { encodeFunctionData, getAddress, parseAbi } from 'viem/utils';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { ask, tagOf } from './evm-node.ts';
import { hexText } from './quantities.ts';
import { paymentTrialCode } from './payment-trial-code.ts';

const abi = parseAbi(['function tryPayment(address token, address payee, uint256 units)']);

/** What came of trying a payment of a token: `refused` by its contract, or why it would not be a payment. */
export type TrialOutcome = 'paid' | 'refused' | 'no-payment' | 'no-contract' | 'taxed' | 'dearer';

const outcomes: readonly TrialOutcome[] = ['paid', 'refused', 'no-payment', 'no-contract', 'taxed', 'dearer'];

/**
 * Tries a payment on the newest state of a node and compares what both balances would become. A node runs it in the place of the account:
 * nothing of it stays.
 *
 * @throws UnreadableAnswer where the node does not answer, or the token's balances cannot be read
 */
export async function tryPayment(
  rpc: NodeRpc,
  account: string,
  token: string,
  payee: string,
  units: bigint,
): Promise<TrialOutcome> {
  const data = encodeFunctionData({ abi, args: [getAddress(token), getAddress(payee), units] });
  const answer = await ask(rpc, 'eth_call', [
    { to: account, data },
    tagOf('latest'),
    { [account]: { code: paymentTrialCode } },
  ]);
  const outcome = outcomes[Number(BigInt(hexText({ answer }, 'answer', 32)))];
  if (outcome === undefined) throw new Error('the trial of a payment ends in a way that there is none of');
  return outcome;
}
