import {
  type BlockOutcome,
  giveUpBlock,
  listWaitingBlocks,
} from '../../../domain/operations/decide-block.ts';
import { text } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { instant, malformedReason } from '../sentences.ts';
import { decides, looks, type VerbFamily } from '../verb.ts';

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

function sentence(id: string, outcome: BlockOutcome): string {
  switch (outcome.kind) {
    case 'done':
      return `Block ${outcome.hash} is given up.`;
    case 'malformed-id':
      return `${id} is no id: see openlode blocks waiting.`;
    case 'malformed-reason':
      return malformedReason;
    case 'not-waiting':
      return `Block ${id} does not wait: see openlode blocks waiting.`;
  }
}

export const blocksVerbs: VerbFamily = {
  group: { name: 'blocks', does: 'found blocks of which their chain does not say whether they pay' },
  verbs: [blocksWaiting, blocksGiveUp],
};
