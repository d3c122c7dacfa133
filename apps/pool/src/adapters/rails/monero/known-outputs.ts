import { fieldsOf, flag, list, printedHash } from '../../chains/nodes/node-answers.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import { answerOf } from '../../chains/monero/node-state.ts';
import { askEach } from '../ask-nodes.ts';
import { askImages, type MoneroNode } from './monero-node.ts';
import { claimOf } from './payment-proof.ts';
import type { WalletOutput } from './view-wallet.ts';

/** Nodes that must have an output before it is spent: one alone may have made it up, and such a payment could neither be confirmed nor end. */
const nodesNeeded = 2;

/**
 * The images of those outputs that every node which answers has, unlocked, and that nothing spends there.
 *
 * @param claimed what transactions of the pool spend which are not over
 * @throws Error where fewer than two nodes answer, or a transaction waits or is in a block that spends something of the pool and is not the pool's: it may be
 * a payment that the database has lost
 */
export async function knownToNodes(
  nodes: readonly MoneroNode[],
  outputs: readonly WalletOutput[],
  claimed: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const images = outputs.map(({ image }) => image);
  const { answers, silent } = await askEach(nodes, async (node) => {
    const states = await askImages(node, images);
    const stranger = images.findIndex((image, at) => states[at] !== 'free' && !claimed.has(claimOf(image)));
    const here = await arePresent(node, outputs);
    return {
      node,
      stranger: states[stranger],
      known: images.filter((_image, at) => states[at] === 'free' && here[at] === true),
    };
  });
  const spent = answers.find(({ stranger }) => stranger !== undefined);
  if (spent !== undefined)
    throw new Error(
      `a transaction ${spent.stranger === 'waiting' ? 'waits at' : 'is in a block of'} ${spent.node.name} that spends something of the wallet and is not known here`,
    );
  if (answers.length < Math.min(nodesNeeded, nodes.length))
    throw new Error(`a second node must know the outputs: ${silent.join('; ')}`);
  const [first, ...others] = answers.map(({ known }) => new Set(known));
  return new Set([...(first ?? [])].filter((image) => others.every((other) => other.has(image))));
}

/** A restricted node takes no longer list. */
const askedAtOnce = 100;

/** Whether a node has each of the outputs under its number, unlocked. */
async function arePresent(
  { paths }: MoneroNode,
  outputs: readonly WalletOutput[],
): Promise<readonly boolean[]> {
  const present: boolean[] = [];
  for (let at = 0; at < outputs.length; at += askedAtOnce) {
    const asked = outputs.slice(at, at + askedAtOnce);
    const given = { outputs: asked.map(({ index }) => ({ amount: 0, index })), get_txid: false };
    const outcome = await paths.get_outs.call('', given);
    const { status } = fieldsOf(valueOf(outcome), 'get_outs');
    // One that has not all of these numbers answers none of them.
    if (status === 'Failed') {
      present.push(...asked.map(() => false));
      continue;
    }
    const outs = list(answerOf(valueOf(outcome), 'get_outs'), 'outs').map((each) =>
      fieldsOf(each, 'an output'),
    );
    present.push(
      ...asked.map(({ key }, place) => {
        const out = outs[place];
        return (
          out !== undefined &&
          printedHash(out, 'key') === Buffer.from(key).toString('hex') &&
          flag(out, 'unlocked')
        );
      }),
    );
  }
  return present;
}
