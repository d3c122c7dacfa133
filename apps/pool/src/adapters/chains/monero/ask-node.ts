import { fieldsOf, text, UnreadableAnswer, wholeNumber } from '../nodes/node-answers.ts';
import type { NodeRpc } from '../nodes/node-rpc.ts';
import { type Ask, valueOf } from '../nodes/node-protocol.ts';
import type { ChainSettings, NodeReport, WalletReport } from '../nodes/offered-chain.ts';
import { saltBytes } from './frame-block.ts';
import { moneroProtocol } from './monero-protocol.ts';

/**
 * Asks a node once for everything that mining on it needs.
 *
 * @param now ms since 1970
 * @throws UnreadableAnswer where it does not answer, or is a node of another chain
 */
export async function askNode(
  rpc: NodeRpc,
  { network, address, tag }: ChainSettings,
  now: () => number,
): Promise<NodeReport> {
  const protocol = moneroProtocol({ network, address, reserveBytes: saltBytes + tag.length });
  const ask: Ask = (method, params) => rpc.call(method, params);
  await protocol.identify(ask);
  const state = await protocol.askState(ask);
  const { method, params, read } = protocol.template;
  let problem = protocol.unfitReason(state);
  try {
    read(valueOf(await ask(method, params)));
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error;
    problem ??= error.message;
  }
  return {
    state,
    isOwnAddress: undefined,
    remark: `monerod ${state.version}; the pool itself puts the address of the settings into each block`,
    clockAheadMs: state.time * 1000 - now(),
    problem,
  };
}

/**
 * Asks a wallet whether it watches an address, and how far it has read.
 *
 * @throws UnreadableAnswer where it does not answer
 */
export async function askWallet(rpc: NodeRpc, address: string): Promise<WalletReport> {
  const own = fieldsOf(valueOf(await rpc.call('get_address', { account_index: 0 })), 'get_address');
  const read = fieldsOf(valueOf(await rpc.call('get_height')), 'get_height');
  return {
    blocks: wholeNumber(read, 'height'),
    isOwnAddress: text(own, 'address') === address,
  };
}
