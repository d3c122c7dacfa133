import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import { EarlierFirst } from '../../../domain/kernel/earlier-first.ts';
import { fieldsOf } from '../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { askEach } from '../ask-nodes.ts';
import { accountAt, ask, askTip, drops, type XrpNode, type XrpTip } from './xrp-node.ts';

/**
 * Ledgers on a payment, its own counted. What is validated is final; so far apart two servers in step may be and still be heard together, half a
 * minute.
 */
export const confirmationsNeeded = 8;

/** A server alone may be wrong about the number of the account, and about what has ended. */
const nodesNeeded = 2;

/** What the servers say before a payment is built. */
export interface Situation {
  /** Those in step: two at least. */
  readonly nodes: readonly { readonly node: XrpNode; readonly tip: XrpTip }[];
  /** The newest validated ledger of any of them. */
  readonly highest: number;
  /** The number of the next transaction of the account, on a validated ledger of each. */
  readonly next: readonly number[];
  /** The same with what waits for the next ledger, the greatest. */
  readonly nextWaiting: number;
  /** Transactions that a server keeps for a later ledger, the most. */
  readonly queued: number;
  /** In drops, the least that one says: what can be spent of the account, without what has to stay in it. */
  readonly spendable: bigint;
  /** What a transaction takes that is to be in the next ledger, in drops; the most. */
  readonly fee: bigint;
}

interface AskedNodes {
  readonly nodes: readonly XrpNode[];
  readonly kind: NodePoolKind;
  readonly account: string;
}

/** @throws Error where fewer than two servers in step answer */
export async function askSituation({ nodes, kind, account }: AskedNodes): Promise<Situation> {
  const { answers, silent } = await askEach(nodes, async (node) => {
    const { rpc } = node;
    const tip = await askTip(rpc, kind);
    const [validated, current] = [
      await accountAt(rpc, account, 'validated'),
      await accountAt(rpc, account, 'current'),
    ];
    if (validated === undefined || current === undefined)
      throw new Error(`${account} is not on the ledger: send it what opens an account`);
    return {
      node,
      tip,
      validated,
      current,
      spendable: spendableOf(validated, current, tip),
      fee: await askFee(rpc),
    };
  });
  const synced = answers.filter(({ tip }) => tip.isSynced);
  if (synced.length < nodesNeeded) {
    const behind = answers.filter(({ tip }) => !tip.isSynced).map(({ node }) => `${node.name}: it is behind`);
    throw new Error(`two servers in step are needed: ${[...silent, ...behind].join('; ')}`);
  }
  const heights = synced.map(({ tip }) => tip.height);
  const highest = Math.max(...heights);
  const apart = highest - Math.min(...heights);
  // By a number that one has made up, a payment would be open for days, or over at once.
  if (apart > confirmationsNeeded)
    throw new Error(`the servers are ${apart} ledgers apart, and call themselves in step`);
  return {
    nodes: synced.map(({ node, tip }) => ({ node, tip })),
    highest,
    next: synced.map(({ validated }) => validated.sequence),
    nextWaiting: Math.max(...synced.map(({ current }) => current.sequence)),
    queued: Math.max(...synced.map(({ current }) => current.queued)),
    spendable: least(synced.map(({ spendable }) => spendable)),
    fee: most(synced.map(({ fee }) => fee)),
  };
}

type Balances = Pick<NonNullable<Awaited<ReturnType<typeof accountAt>>>, 'balance' | 'ownerCount'>;

function spendableOf(
  validated: Balances,
  current: Balances,
  { reserveBase, reserveIncrement }: XrpTip,
): bigint {
  const owned = BigInt(Math.max(validated.ownerCount, current.ownerCount));
  const left = least([validated.balance, current.balance]) - reserveBase - reserveIncrement * owned;
  return left > 0n ? left : 0n;
}

/**
 * What a transaction has to pay to be in the open ledger and not to wait in the queue, in drops, with a fifth more: it rises with each one that
 * comes first.
 */
export async function askFee(rpc: NodeRpc): Promise<bigint> {
  const asked = fieldsOf((await ask(rpc, 'fee'))['drops'], 'drops');
  const needed = most([
    drops(asked, 'open_ledger_fee'),
    drops(asked, 'base_fee'),
    drops(asked, 'minimum_fee'),
  ]);
  return (needed * 6n + 4n) / 5n;
}

/**
 * The number of the next payment. One is open at a time: it is signed only once two servers have what was before it in a validated ledger, and
 * nothing else of the account waits. So nothing that was signed and lost can be confirmed beside it.
 *
 * @param isClaimed whether a transaction of the pool has a number that is not over
 * @throws EarlierFirst where an earlier payment has to end first
 * @throws Error where something waits that the pool does not know
 */
export function nextNumber(
  { next, nextWaiting, queued }: Pick<Situation, 'next' | 'nextWaiting' | 'queued'>,
  isClaimed: (sequence: number) => boolean,
): number {
  const [number = 0, second = 0] = next.toSorted((a, b) => b - a);
  if (isClaimed(number))
    throw new EarlierFirst(
      `number ${number} of the account is an earlier payment's, which is in no validated ledger yet`,
    );
  if (second < number)
    throw new EarlierFirst(
      `one server alone has what used number ${number - 1} of the account in a validated ledger`,
    );
  if (nextWaiting > number || queued > 0)
    throw new Error(
      `a transaction that the pool does not know waits with number ${number} of the account: what becomes of it has to be seen first`,
    );
  return number;
}

export function least(values: readonly bigint[]): bigint {
  return values.reduce((found, each) => (each < found ? each : found));
}

function most(values: readonly bigint[]): bigint {
  return values.reduce((found, each) => (each > found ? each : found));
}
