import { valueOf } from '../../chains/nodes/node-protocol.ts';
import { type EvmNode, tagOf } from './evm-node.ts';

/** Of JSON-RPC. */
const methodNotFound = -32_601;
/** As far back as a comparison looks at least: a day of the fastest of these networks. */
const stateBlocks = 100_000;
/** Answers 1, whatever it is called with. */
const answeringOne = '0x600160005260206000f3';

/**
 * What a node lacks that payouts need, in words for an operator; undefined where it lacks nothing.
 *
 * @param height its newest block
 * @throws UnreadableAnswer where it does not answer
 */
export async function missingFeature(
  { rpc }: EvmNode,
  account: string,
  height: number,
): Promise<string | undefined> {
  const state = await rpc.call('eth_getTransactionCount', [
    account,
    tagOf(Math.max(0, height - stateBlocks)),
  ]);
  if (state.kind === 'refused')
    return `it does not keep the state of old blocks (${state.why}): an archive node does`;
  valueOf(state);
  const raw = await rpc.call('eth_getRawTransactionByHash', [`0x${'0'.repeat(64)}`]);
  if (raw.kind === 'refused' && raw.code === methodNotFound)
    return 'it does not know eth_getRawTransactionByHash';
  const trial = await rpc.call('eth_call', [
    { to: account, data: '0x' },
    'latest',
    { [account]: { code: answeringOne } },
  ]);
  const isReplaced = trial.kind === 'result' && /^0x0{63}1$/.test(String(trial.value));
  return isReplaced ? undefined : 'its eth_call does not replace the code of an account (state overrides)';
}
