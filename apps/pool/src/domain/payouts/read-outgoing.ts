import type { OutgoingAnswer, OutgoingTransaction, Rail } from '../kernel/rail.ts';
import type { Rails } from '../kernel/rails.ts';
import type { UnansweredNetwork } from '../kernel/wallet.ts';
import { errorText } from '../../runtime/error-text.ts';

/** A node this many blocks below another one of its network is behind, whatever it says of itself. */
const lagMax = 10;

/** No node in step says what has left a wallet: that it names nothing proves nothing. */
export class NoWitness extends Error {
  override readonly name = 'NoWitness';
}

/** What has left the wallets of all networks, as far as they have answered. */
export interface Outgoing {
  /** The oldest first. */
  readonly transactions: readonly OutgoingTransaction[];
  /** Whether any network has answered. */
  readonly isAnswered: boolean;
  /** Of these, more may have left than `transactions` says. */
  readonly unanswered: readonly UnansweredNetwork[];
}

/**
 * Everything that left the wallet of one network since a moment (ms); the oldest first. What any node knows counts, also one that is
 * behind. Throws `NoWitness` where no node in step has answered, and what the rail throws.
 */
export async function readOutgoing(
  rails: Rails,
  since: number,
  network: string,
): Promise<readonly OutgoingTransaction[]> {
  const choice = rails.railOf(network);
  if (choice.kind === 'no-rail') throw new NoWitness(`the pool has no rail for ${network}`);
  const answers = await choice.rail.outgoing(since, network);
  const why = missingWitness(network, answers);
  if (why !== undefined) throw new NoWitness(why);
  return merged(answers);
}

/**
 * The same of all networks at once. Each network is asked by itself where not all of a rail can be: one node that is away hides nothing of
 * the other networks.
 */
export async function readAllOutgoing(rails: Rails, since: number): Promise<Outgoing> {
  const parts = await Promise.all(rails.all.map((rail) => askRail(rail, since)));
  const answers = parts.flatMap((part) => part.answers);
  const failed = new Map(parts.flatMap((part) => part.failed).map((each) => [each.network, each]));
  const networks = new Set([
    ...rails.all.flatMap((rail) => rail.networks),
    ...answers.map(({ network }) => network),
  ]);
  const unanswered = [...networks].flatMap((network) => {
    const why = failed.get(network)?.why ?? missingWitness(network, answers);
    return why === undefined ? [] : [{ network, why }];
  });
  return {
    transactions: merged(answers),
    isAnswered: unanswered.length < networks.size,
    unanswered: unanswered.toSorted((a, b) => (a.network < b.network ? -1 : 1)),
  };
}

interface RailAnswers {
  readonly answers: readonly OutgoingAnswer[];
  readonly failed: readonly UnansweredNetwork[];
}

async function askRail(rail: Rail, since: number): Promise<RailAnswers> {
  try {
    return { answers: await rail.outgoing(since), failed: [] };
  } catch {
    const each = await Promise.all(
      rail.networks.map(async (network): Promise<RailAnswers> => {
        try {
          return { answers: await rail.outgoing(since, network), failed: [] };
        } catch (error) {
          return { answers: [], failed: [{ network, why: errorText(error) }] };
        }
      }),
    );
    return { answers: each.flatMap(({ answers }) => answers), failed: each.flatMap(({ failed }) => failed) };
  }
}

/** Why nothing follows from what was not named; undefined where a node in step has answered. */
function missingWitness(network: string, answers: readonly OutgoingAnswer[]): string | undefined {
  const ofNetwork = answers.filter((each) => each.network === network);
  if (ofNetwork.length === 0) return `no wallet of ${network} answers`;
  if (ofNetwork.some((each) => isWitness(each, ofNetwork))) return undefined;
  return `no node of ${network} is in step, so it may not know what has left: ${ofNetwork.map(stateOf).join(', ')}`;
}

function merged(answers: readonly OutgoingAnswer[]): readonly OutgoingTransaction[] {
  const once = new Map<string, OutgoingTransaction>();
  for (const each of answers.flatMap(({ transactions }) => transactions)) {
    const ids = new Set([...(once.get(each.txid)?.ids ?? []), ...(each.ids ?? [])]);
    once.set(each.txid, ids.size === 0 ? each : { ...each, ids: [...ids] });
  }
  return [...once.values()].toSorted((a, b) => a.at - b.at);
}

function isWitness({ isSynced, height }: OutgoingAnswer, ofNetwork: readonly OutgoingAnswer[]): boolean {
  return isSynced && ofNetwork.every((other) => height >= other.height - lagMax);
}

function stateOf({ node, height, isSynced }: OutgoingAnswer): string {
  return `${node} is at block ${height}${isSynced ? ', below another one' : ' and not synced'}`;
}
