import { fieldsOf } from '../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import { smallestUnits } from '../../chains/bitcoin/smallest-units.ts';
import type { FeeEstimate } from './fee-rate.ts';

/** Blocks within which a payment should be in one. */
const targetBlocks = 3;

/**
 * What a node says of fees.
 *
 * @throws UnreadableAnswer where it does not answer
 */
export async function askFee(rpc: NodeRpc): Promise<FeeEstimate> {
  const [estimated, pool] = await Promise.all([
    rpc.call('estimatesmartfee', [targetBlocks]),
    rpc.call('getmempoolinfo'),
  ]);
  // Without a rate where it has seen too few transactions to say.
  const { feerate } = fieldsOf(valueOf(estimated), 'estimatesmartfee');
  const { mempoolminfee, minrelaytxfee } = fieldsOf(valueOf(pool), 'getmempoolinfo');
  const least = [mempoolminfee, minrelaytxfee].flatMap((each) =>
    each === undefined ? [] : [smallestUnits(each)],
  );
  return {
    estimate: feerate === undefined ? undefined : smallestUnits(feerate),
    least: least.reduce((most, each) => (each > most ? each : most), 0n),
  };
}
