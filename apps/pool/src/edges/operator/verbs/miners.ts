import { readLuck } from '../../../domain/views/read-luck.ts';
import { limit, wholeNumber } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { looks, type VerbFamily } from '../verb.ts';

const minersLuck = looks({
  name: 'miners luck',
  does: 'credit per hash and blocks against chance; ends with 1 where a miner stands out',
  input: {
    days: wholeNumber('--days <number>', 'the number of UTC days, today included', {
      minimum: 1,
      maximum: 35,
      default: 7,
    }),
    limit: limit(50),
  },
  run: readLuck,
  finding: {
    means: 'chance does not explain a miner',
    isThere: (found) => found.some(({ alarm }) => alarm !== null),
  },
  print: (found) =>
    printList(found, 'No share was accepted in that time.', {
      algorithm: ({ algorithm }) => algorithm,
      shares: { right: ({ shares }) => String(shares) },
      'credit per hash': { right: ({ creditPerHash }) => creditPerHash.toFixed(3) },
      sigma: { right: ({ excess }) => excess.toFixed(1) },
      'blocks expected': { right: ({ expectedBlocks }) => expectedBlocks.toPrecision(3) },
      found: { right: ({ foundBlocks }) => String(foundBlocks) },
      chance: { right: ({ blockChance }) => blockChance.toPrecision(2) },
      alarm: ({ alarm }) => alarm ?? '',
      coin: ({ coin }) => coin,
      address: ({ address }) => address,
    }),
});

export const minersVerbs: VerbFamily = {
  group: { name: 'miners', does: 'how the shares and blocks of miners compare with chance' },
  verbs: [minersLuck],
};
