import { type Network, networkOfKind } from '../../domain/kernel/network-of-kind.ts';
import type { NodeRpc } from '../../adapters/chains/nodes/node-rpc.ts';
import type { NodeReport, OfferedChain, WalletReport } from '../../adapters/chains/nodes/offered-chain.ts';
import { offeredChain, offeredMergedChain } from '../../adapters/chains/offered-chains.ts';
import type { Config } from '../../config.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import type { NodeChain, NodeEntry, WalletEntry } from '../../settings/parse-pool-file.ts';
import { openRpc } from '../open-rpc.ts';
import { ill, warning, well } from './diagnosis.ts';

/** Blocks may carry a time of two hours ahead at most, and nodes refuse later ones by their own clock. */
const clockSkewMsMax = 60_000;

/** Asks every node of the settings; none in a sandbox. */
export async function checkNodes({ nodePool }: Pick<Config, 'nodePool'>): Promise<Diagnosis[]> {
  if (nodePool === undefined) return [];
  const network = networkOfKind(nodePool.kind);
  const asked = nodePool.chains.flatMap(({ merged = [], ...chain }): AskedChain[] => [
    askedOf(offeredChain(chain.coin), chain, network),
    ...merged.map((each) => askedOf(offeredMergedChain(each.coin), each, network)),
  ]);
  const checks = asked.map(async (each) => [
    ...(await checkNodesOf(each)),
    ...(await Promise.all((each.chain.wallets ?? []).map((wallet) => checkWallet(each, wallet)))),
    ...countNodes(each.chain),
    ...nameUnseen(each.chain.coin, each.offered),
  ]);
  return (await Promise.all(checks)).flat();
}

interface AskedChain {
  readonly chain: Pick<NodeChain, 'coin' | 'address' | 'nodes' | 'wallets'>;
  readonly offered: Pick<OfferedChain, 'maturity' | 'isUnseen' | 'path' | 'login' | 'askWallet'>;
  readonly ask: (rpc: NodeRpc) => Promise<NodeReport>;
}

function askedOf<Chain extends AskedChain['chain']>(
  offered: AskedChain['offered'] & {
    ask(rpc: NodeRpc, chain: Chain & { readonly network: Network }, now: () => number): Promise<NodeReport>;
  },
  chain: Chain,
  network: Network,
): AskedChain {
  return { chain, offered, ask: (rpc) => offered.ask(rpc, { ...chain, network }, Date.now) };
}

async function checkNodesOf(asked: AskedChain): Promise<Diagnosis[]> {
  const { coin, nodes } = asked.chain;
  const checked = await Promise.all(nodes.map((node) => checkNode(asked, node)));
  return [
    ...checked.map(({ diagnosis }) => diagnosis),
    ...warnUnwatchedAddress(
      coin,
      checked.map(({ isOwnAddress }) => isOwnAddress),
    ),
  ];
}

/** @param own of each node whether its wallet has the address of the blocks; undefined where it has none */
export function warnUnwatchedAddress(coin: string, own: readonly (boolean | undefined)[]): Diagnosis[] {
  if (!own.includes(false) || own.includes(true)) return [];
  return [
    warning(
      `chain ${coin}`,
      'no wallet of its nodes has the address of the blocks',
      'Look whether the address in the file of OPENLODE_CONFIG is yours: every block pays to it. Import it as watch-only, and rewards are compared.',
    ),
  ];
}

async function checkNode(
  { chain, offered, ask }: AskedChain,
  node: NodeEntry,
): Promise<{ readonly diagnosis: Diagnosis; readonly isOwnAddress: boolean | undefined }> {
  const subject = `node ${chain.coin} ${node.name}`;
  const rpc = openRpc(offered, node);
  try {
    const report = await ask(rpc);
    return { diagnosis: judgeNode(subject, report, offered.maturity), isOwnAddress: report.isOwnAddress };
  } catch (error) {
    const advice = `Bring ${node.url.href} back, or correct it in the file of OPENLODE_CONFIG: it gives no work.`;
    return { diagnosis: ill(subject, (error as Error).message, advice), isOwnAddress: undefined };
  } finally {
    rpc.close();
  }
}

/** It is no node: without it work goes on, and no reward is compared. */
async function checkWallet({ chain, offered }: AskedChain, wallet: WalletEntry): Promise<Diagnosis> {
  const subject = `wallet ${chain.coin} ${wallet.name}`;
  const rpc = openRpc(offered, wallet);
  try {
    return judgeWallet(subject, await offered.askWallet?.(rpc, chain.address));
  } catch (error) {
    return warning(
      subject,
      (error as Error).message,
      `Bring ${wallet.url.href} back, or correct it in the file of OPENLODE_CONFIG: no reward is compared with it.`,
    );
  } finally {
    rpc.close();
  }
}

export function judgeWallet(subject: string, report: WalletReport | undefined): Diagnosis {
  if (report?.isOwnAddress !== true)
    return warning(
      subject,
      'it is the wallet of another address than that of the blocks',
      'Open the wallet of the address in it: no reward is compared with it.',
    );
  return well(subject, `it watches the address of the blocks and has read ${report.blocks} blocks`);
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
export function nameUnseen(coin: string, { isUnseen }: Pick<OfferedChain, 'isUnseen'>): Diagnosis[] {
  if (isUnseen !== true) return [];
  return [
    warning(
      `chain ${coin}`,
      'not seen against a node: no node of this chain has taken a block of this release',
      'Mine on a test network of your own first, and look at each block there.',
    ),
  ];
}

/** One node is believed alone; two must agree. */
function countNodes({ coin, nodes }: Pick<NodeChain, 'coin' | 'nodes'>): Diagnosis[] {
  if (nodes.length > 1) return [];
  return [
    warning(
      `node ${coin}`,
      'one node is the only witness of its blocks',
      'Add a second one with other peers: then an orphaned block is known after 6 blocks, and no single node is believed.',
    ),
  ];
}
