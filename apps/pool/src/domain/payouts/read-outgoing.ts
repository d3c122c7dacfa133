import type { OutgoingAnswer, OutgoingTransaction, Rail } from '../kernel/rail.ts';
import type { Rails } from '../kernel/rails.ts';

/** A node this many blocks below another one of its network is behind, whatever it says of itself. */
const lagMax = 10;

/** No node in step says what has left a wallet: that it names nothing proves nothing. */
export class NoWitness extends Error {
  override readonly name = 'NoWitness';
}

/**
 * Everything that left the wallets since a moment (ms), or that of one network; the oldest first. What any node knows counts, also one
 * that is behind. Throws `NoWitness` where no node in step has answered for a network, and what the rail throws.
 */
export async function readOutgoing(
  rails: Rails,
  since: number,
  network?: string,
): Promise<readonly OutgoingTransaction[]> {
  const asked = network === undefined ? rails.all : railsOf(rails, network);
  const answers = (await Promise.all(asked.map((rail) => rail.outgoing(since, network)))).flat();
  if (network !== undefined && !answers.some((each) => each.network === network))
    throw new NoWitness(`no wallet of ${network} answers`);
  for (const name of new Set(answers.map((each) => each.network))) {
    const ofNetwork = answers.filter((each) => each.network === name);
    if (!ofNetwork.some((each) => isWitness(each, ofNetwork)))
      throw new NoWitness(
        `no node of ${name} is in step, so it may not know what has left: ${ofNetwork.map(stateOf).join(', ')}`,
      );
  }
  const once = new Map(answers.flatMap(({ transactions }) => transactions).map((each) => [each.txid, each]));
  return [...once.values()].toSorted((a, b) => a.at - b.at);
}

function railsOf(rails: Rails, network: string): readonly Rail[] {
  const choice = rails.railOf(network);
  if (choice.kind === 'no-rail') throw new NoWitness(`the pool has no rail for ${network}`);
  return [choice.rail];
}

function isWitness({ isSynced, height }: OutgoingAnswer, ofNetwork: readonly OutgoingAnswer[]): boolean {
  return isSynced && ofNetwork.every((other) => height >= other.height - lagMax);
}

function stateOf({ node, height, isSynced }: OutgoingAnswer): string {
  return `${node} is at block ${height}${isSynced ? ', below another one' : ' and not synced'}`;
}
