import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import { UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import { askEach } from '../ask-nodes.ts';
import type { Anchor } from './payment-proof.ts';
import {
  accountOn,
  askFees,
  askHead,
  askHeader,
  askTip,
  type FeeParameters,
  type TronNode,
  type TronTip,
} from './tron-node.ts';

/** Blocks on a payment that are solidified, its own counted. What is solidified is final: the others, half a minute, are how far apart two nodes in step may be. */
export const confirmationsNeeded = 10;

/** A node alone may be wrong about what was executed, and about what has ended. */
const nodesNeeded = 2;

export interface AskedNodes {
  readonly kind: NodePoolKind;
  readonly nodes: readonly TronNode[];
  /** The pool's own, 21 bytes in hex. */
  readonly account: string;
  /** In ms. */
  readonly now: () => number;
}

/** What the nodes say before a payment is built. */
export interface Situation {
  /** Those in step: two at least. */
  readonly nodes: readonly { readonly node: TronNode; readonly tip: TronTip }[];
  /** The newest block that is solidified at all of them: a payment names it. */
  readonly anchor: Anchor;
  /** Its time at the one that is least far, in ms: what ended before it can be executed no more at any of them. */
  readonly solidAt: number;
  /** The time of the newest block of any, in ms. */
  readonly headAt: number;
  /** In sun, the least that one says. */
  readonly balance: bigint;
  /** The most that one says. */
  readonly fees: FeeParameters;
}

/** @throws Error where fewer than two nodes in step answer, or they are of several chains */
export async function askSituation({ nodes, kind, account, now }: AskedNodes): Promise<Situation> {
  const { answers, silent } = await askEach(nodes, async (node) => {
    const tip = await askTip(node, kind, now());
    const state = await accountOn(node, account);
    if (state === undefined)
      throw new Error('it knows no account of the pool: TRX that is sent to it opens it');
    if (state.balance === undefined) throw new Error('it does not know what the account of the pool holds');
    return { node, tip, balance: state.balance, head: await askHead(node), fees: await askFees(node) };
  });
  const synced = answers.filter(({ tip }) => tip.isSynced);
  const [first] = synced;
  if (first === undefined || synced.length < nodesNeeded) {
    const behind = answers.filter(({ tip }) => !tip.isSynced).map(({ node }) => `${node.name}: it is behind`);
    throw new Error(`two nodes in step are needed: ${[...silent, ...behind].join('; ')}`);
  }
  if (synced.some(({ tip }) => tip.genesis !== first.tip.genesis))
    throw new UnreadableAnswer('the nodes are of several networks');
  const lowest = synced.reduce((low, each) => (each.tip.height < low.tip.height ? each : low));
  const { number, id, at: solidAt } = lowest.tip.solid;
  for (const { node } of synced)
    if ((await askHeader(node, number)).id !== id)
      throw new UnreadableAnswer(`the nodes have several blocks ${number}, and call each of them solidified`);
  return {
    nodes: synced.map(({ node, tip }) => ({ node, tip })),
    anchor: { number, id },
    solidAt,
    headAt: Math.max(...synced.map(({ head }) => head.at)),
    balance: least(synced.map(({ balance }) => balance)),
    fees: {
      byte: most(synced.map(({ fees }) => fees.byte)),
      opening: most(synced.map(({ fees }) => fees.opening)),
      energy: most(synced.map(({ fees }) => fees.energy)),
    },
  };
}

export function least(values: readonly bigint[]): bigint {
  return values.reduce((found, each) => (each < found ? each : found));
}

function most(values: readonly bigint[]): bigint {
  return values.reduce((found, each) => (each > found ? each : found));
}
