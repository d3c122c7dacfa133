import type { NodeReport } from '../../adapters/chains/nodes/offered-chain.ts';
import { offeredChain } from '../../adapters/chains/offered-chains.ts';
import type { Config } from '../../config.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import type { NodeChain, NodeEntry } from '../../settings/parse-pool-file.ts';
import { openRpc } from '../open-node-world.ts';
import { ill, warning, well } from './diagnosis.ts';

/** Blocks may carry a time of two hours ahead at most, and nodes refuse later ones by their own clock. */
const clockSkewMsMax = 60_000;

/** Asks every node of the settings; none in a sandbox. */
export async function checkNodes({ nodePool }: Pick<Config, 'nodePool'>): Promise<Diagnosis[]> {
  if (nodePool === undefined) return [];
  const checks = nodePool.chains.map(async (chain) => [
    ...(await Promise.all(chain.nodes.map((node) => checkNode(chain, node)))),
    ...countNodes(chain),
    ...nameUnseen(chain),
  ]);
  return (await Promise.all(checks)).flat();
}

async function checkNode(chain: NodeChain, node: NodeEntry): Promise<Diagnosis> {
  const subject = `node ${chain.coin} ${node.name}`;
  const offered = offeredChain(chain.coin);
  const rpc = openRpc(offered, node);
  try {
    const report = await offered.ask(rpc, { ...chain, network: 'regtest' }, Date.now);
    return judgeNode(subject, report, offered.maturity);
  } catch (error) {
    return ill(
      subject,
      (error as Error).message,
      `Bring ${node.url.href} back, or correct it in the file of OPENLODE_CONFIG: it gives no work.`,
    );
  } finally {
    rpc.close();
  }
}

export function judgeNode(subject: string, report: NodeReport, maturity: number): Diagnosis {
  const { state, isOwnAddress, remark, clockAheadMs, problem } = report;
  const found = `block ${state.height} of ${state.network}, ${state.peers} peers`;
  if (problem !== undefined)
    return ill(subject, `${found}: ${problem}`, 'It gives no work until this has changed.');
  if (Math.abs(clockAheadMs) > clockSkewMsMax)
    return warning(
      subject,
      `${found}; its clock is ${Math.round(clockAheadMs / 1000)} s ahead of this machine`,
      'Set both clocks: a node refuses blocks of a time that it takes for the future.',
    );
  const wallet =
    isOwnAddress === true
      ? 'its wallet has the address of the blocks'
      : (remark ?? 'the address of the blocks is not in its wallet');
  return well(subject, `${found}; ${wallet}; rewards are mature under ${maturity} blocks`);
}

/** What is built from documents alone is said to be. */
export function nameUnseen({ coin }: Pick<NodeChain, 'coin'>): Diagnosis[] {
  if (offeredChain(coin).isUnseen !== true) return [];
  return [
    warning(
      `chain ${coin}`,
      'not seen against a node: no node of this chain has taken a block of this release',
      'Mine on a test network of your own first, and look at each block there.',
    ),
  ];
}

/** One node is believed alone; two must agree. */
function countNodes({ coin, nodes }: NodeChain): Diagnosis[] {
  if (nodes.length > 1) return [];
  return [
    warning(
      `node ${coin}`,
      'one node is the only witness of its blocks',
      'Add a second one with other peers: then an orphaned block is known after 6 blocks, and no single node is believed.',
    ),
  ];
}
