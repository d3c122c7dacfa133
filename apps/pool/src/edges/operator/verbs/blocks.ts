import {
  acceptBlock,
  type AcceptBlockOutcome,
  giveUpBlock,
  listWaitingBlocks,
} from '../../../domain/operations/decide-block.ts';
import { type ListedRound, listRounds } from '../../../domain/operations/list-rounds.ts';
import { roundStates } from '../../../domain/rounds/advance-round.ts';
import { compareRewards } from '../../../domain/rounds/compare-rewards.ts';
import { instantOfUtc, limit, oneOf, optionalText, text } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { instant, malformedReason } from '../sentences.ts';
import { decides, looks, type VerbFamily } from '../verb.ts';

const blocksList = looks({
  name: 'blocks list',
  does: 'the newest blocks, and payments of other pools, with the round that each is and what it brought',
  input: {
    chain: optionalText('--chain <name>', 'only those of this chain'),
    state: oneOf('--state <state>', 'only those in this state', roundStates),
    since: instantOfUtc('--since <date>', 'only those found at this UTC date or time, or later'),
    before: instantOfUtc('--before <date>', 'only those found before this UTC date or time'),
    limit: limit(50),
  },
  needs: 'database',
  run: (ctx, query): Promise<readonly ListedRound[]> => listRounds(ctx, query),
  print: (found) =>
    printList(found, 'There are no such blocks.', {
      round: ({ id }) => id,
      found: ({ foundAt }) => instant(foundAt),
      chain: ({ chain }) => chain,
      height: { right: ({ height }) => height ?? '' },
      hash: ({ hash }) => hash,
      state: ({ state }) => state,
      since: ({ stateAt }) => instant(stateAt),
      rewards: { right: ({ rewards }) => rewards },
      'found by': ({ finder, upstream }) =>
        finder === null ? (upstream ?? '') : `${finder.miner} ${finder.worker}`.trim(),
    }),
});

const blocksWaiting = looks({
  name: 'blocks waiting',
  does: 'the blocks that do not go on, and what their chain says',
  input: {},
  run: listWaitingBlocks,
  print: (found) =>
    printList(found, 'No block waits.', {
      id: ({ id }) => id,
      chain: ({ chain }) => chain,
      height: { right: ({ height }) => height },
      hash: ({ hash }) => hash,
      found: ({ foundAt }) => instant(foundAt),
      'the chain says': ({ problem }) => problem,
    }),
});

const blocksGiveUp = decides({
  name: 'blocks give-up',
  does: 'give up a block that waits; its round pays nothing',
  input: { id: text('<id>', 'an id of the list') },
  run: giveUpBlock,
  asks: ({ id }) => `Give block ${id} up? Its round pays nothing, and there is no way back.`,
  print: (outcome, { id }) => sentence(id, outcome),
});

const blocksAccept = decides({
  name: 'blocks accept',
  does: 'take a block as mature of which the nodes of its chain do not agree',
  input: { id: text('<id>', 'an id of the list') },
  needs: 'nodes',
  run: acceptBlock,
  asks: ({ id }) =>
    `Take block ${id} as mature? Its miners are credited; if the chain does not have it, the pool bears the loss.`,
  print: (outcome, { id }) =>
    outcome.kind === 'done'
      ? `Block ${outcome.hash} is taken as mature: it is credited while a node has it so.`
      : sentence(id, outcome),
});

function sentence(id: string, outcome: AcceptBlockOutcome): string {
  switch (outcome.kind) {
    case 'done':
      return `Block ${outcome.hash} is given up.`;
    case 'malformed-id':
      return `${id} is no id: see openlode blocks waiting.`;
    case 'malformed-reason':
      return malformedReason;
    case 'not-taken':
      return `Block ${id} is not taken by its chain yet, so it is not known what it pays: it is submitted again by itself.`;
    case 'no-chain':
      return `The pool does not follow the chain ${outcome.chain}: its nodes cannot be asked.`;
    case 'not-disputed':
      return `Nodes do not contradict each other about block ${id}, or none has it mature: ${outcome.said}. Nothing is decided.`;
    case 'not-waiting':
      return `Block ${id} does not wait: see openlode blocks waiting.`;
  }
}

const blocksCompare = looks({
  name: 'blocks compare',
  does: 'hold the rewards of credited blocks against the wallets that watch them; moves nothing',
  input: {},
  needs: 'nodes',
  run: compareRewards,
  finding: {
    means: 'a reward is another one than the wallets have received',
    isThere: (found) => found.length > 0,
  },
  print: (found) =>
    printList(found, 'No wallet has a reward otherwise than it was credited.', {
      chain: ({ chain }) => chain,
      height: { right: ({ height }) => height },
      hash: ({ hash }) => hash,
      credited: { right: ({ credited, asset }) => `${credited} ${asset}` },
      'received by the wallets': ({ wallets }) =>
        wallets.map(({ wallet, amount }) => `${wallet}: ${amount}`).join(', '),
    }),
});

export const blocksVerbs: VerbFamily = {
  group: { name: 'blocks', does: 'found blocks: what their chains and the wallets say of them' },
  verbs: [blocksList, blocksWaiting, blocksAccept, blocksGiveUp, blocksCompare],
};
