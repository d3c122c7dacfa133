import { unitsPerSatoshi } from '@openlode/money/amount';
import { targetOfBits, workOfTarget } from '@openlode/stratum/core/difficulty';
import type { BitcoinTemplate } from '../../../../domain/kernel/block-template.ts';
import { ConsensusMemory } from '../../nodes/consensus-memory.ts';
import { UnreadableAnswer } from '../../nodes/node-answers.ts';
import { type ChainOnNodes, type NodeWatch, openNodeChain } from '../../nodes/node-chain.ts';
import type { NodeRpc } from '../../nodes/node-rpc.ts';
import type { SubmitVerdict } from '../../nodes/submit-outcome.ts';
import { bitcoinProtocol } from '../bitcoin-protocol.ts';
import { askBlock } from '../block-at-node.ts';
import { kindOfNetwork, type Network } from '../../../../domain/kernel/network-of-kind.ts';
import { ParentTargets } from '../parent-targets.ts';
import { payoutScript } from '../payout-script.ts';
import type { AuxFacts } from './aux-facts.ts';
import { type AuxBlock, type AuxWork, readAuxBlock, readAuxWork } from './aux-work.ts';
import type { NamedAuxWork } from './merge-work.ts';

export interface AuxChainOptions extends NodeWatch {
  readonly facts: AuxFacts;
  readonly network: Network;
  /** The operator's own: every block pays to it. */
  readonly address: string;
  /** There is other work, or none any more: the parent's miners need another job. */
  readonly onWork: () => void;
}

/** A chain that is mined together with another: it gives no templates, but something to commit to. */
export interface AuxChain extends ChainOnNodes {
  /** The same object until it changes; undefined while no node gives any. */
  work(): NamedAuxWork | undefined;
}

const submitMs = 30_000;
/** `createauxblock` was asked again since, or by another process, or the node has started again ("block hash unknown"). */
const unknownHash = -8;

/**
 * A chain by the word of its operator's own nodes that is mined together with a parent. Each node builds its own next block and keeps it
 * in memory: only the one that built a block can take it from its proof, so that all are handed it.
 *
 * @throws RangeError where no block can pay to the address
 */
export function openAuxChain({ facts, network, address, onWork, ...watch }: AuxChainOptions): AuxChain {
  const { asset, algorithm, maturity, blockSeconds, chainId } = facts;
  const name = `${asset.toLowerCase()}-${network}`;
  const script = payoutScript(facts, network, address);
  const memory = new ConsensusMemory();
  const parents = new ParentTargets(facts);
  let work: NamedAuxWork | undefined;
  const chain = openNodeChain<AuxWork, Awaited<ReturnType<Protocol['askState']>>, BitcoinTemplate>(
    {
      name,
      asset,
      algorithm,
      kind: kindOfNetwork(network),
      maturity,
      blockSeconds,
      protocol: {
        ...bitcoinProtocol({ facts, network, address, script }),
        template: {
          method: 'createauxblock',
          params: [address],
          read: (answer) => readAuxWork(answer, chainId),
          async check(template, ask) {
            await parents.check(template, ask);
            const { bits, previous } = template;
            memory.refuseOther(`target on ${previous}`, 'target', bits.toString(16));
          },
        },
      },
      frame: () => notMined,
      onChoice(template) {
        work = template && { ...template, chain: name };
        onWork();
      },
      earningsOf: ({ bits, value }) => ({
        work: workOfTarget(targetOfBits(bits)),
        reward: value * unitsPerSatoshi,
      }),
      readBlock(bytes) {
        const { hash, value } = readAuxBlock(bytes);
        return { hash, reward: value * unitsPerSatoshi };
      },
      submit: (rpc, bytes) => submit(rpc, readAuxBlock(bytes)),
      blockAt: askBlock,
      hasOther: async (rpc, height, hash) => (await otherAt(rpc, height, hash)) !== undefined,
    },
    watch,
  );
  return { ...chain, template: () => undefined, onTemplate: () => () => undefined, work: () => work };
}

function notMined(): never {
  throw new Error('it is not mined by itself');
}

type Protocol = ReturnType<typeof bitcoinProtocol>;

/** `submitauxblock` says true or false and nothing else; where it is false, the node may have the block already. */
async function submit(rpc: NodeRpc, { hash, height, proof }: AuxBlock): Promise<SubmitVerdict> {
  const digits = Buffer.from(proof).toString('hex');
  const outcome = await rpc.call('submitauxblock', [hash, digits], { withinMs: submitMs });
  if (outcome.kind === 'refused' && outcome.code === unknownHash) {
    const other = await otherAt(rpc, height, hash).catch(() => undefined);
    return other === undefined
      ? { kind: 'unknown', why: 'it does not know the block: another node built it, or it has started again' }
      : { kind: 'stale', why: `it has another block at height ${height}` };
  }
  if (outcome.kind !== 'result') return { kind: 'unknown', why: outcome.why };
  if (outcome.value === true) return { kind: 'accepted' };
  if (outcome.value !== false) return { kind: 'unknown', why: 'an answer that is neither true nor false' };
  try {
    const block = await askBlock(rpc, hash);
    if (block === undefined) return { kind: 'invalid', why: 'submitauxblock says false' };
    return block.confirmations > 0
      ? { kind: 'duplicate' }
      : { kind: 'inconclusive', why: 'not on its best branch' };
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error;
    return { kind: 'unknown', why: error.message };
  }
}

/** The hash of another block that its best branch has at this height. */
async function otherAt(rpc: NodeRpc, height: number, hash: string): Promise<string | undefined> {
  const outcome = await rpc.call('getblockhash', [height]);
  if (outcome.kind !== 'result' || typeof outcome.value !== 'string') return undefined;
  return outcome.value === hash ? undefined : outcome.value;
}
