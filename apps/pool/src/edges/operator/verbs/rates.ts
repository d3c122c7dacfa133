import { listRates, type RatedCoin, type RatedSource } from '../../../domain/operations/list-rates.ts';
import { optionalText } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { instant } from '../sentences.ts';
import { looks, type VerbFamily } from '../verb.ts';

const rates = looks({
  name: 'rates',
  does: 'what every source says coins are worth, and what the pool converts at',
  needs: 'rates',
  input: { coin: optionalText('[coin]', 'a symbol; every coin without it') },
  run: listRates,
  print: (found, { coin }) =>
    printList(found.flatMap(rowsOf), `No coin is called ${coin}.`, {
      coin: ({ coin }) => coin,
      source: ({ source }) => source,
      'sold at': { right: ({ bid }) => bid ?? '' },
      'bought at': { right: ({ ask }) => ask ?? '' },
      seen: ({ at }) => (at === null ? '' : instant(at)),
      'rests on': ({ restsOn }) => restsOn ?? '',
      says: ({ says }) => says,
    }),
});

interface Row extends Omit<RatedSource, 'why'> {
  readonly coin: string;
  readonly says: string;
}

function rowsOf(rated: RatedCoin): Row[] {
  const { coin, words, sells: bid, buys: ask } = rated;
  return [
    ...words.map(({ why, ...report }) => ({
      ...report,
      coin,
      says: why === null ? '' : (faults[why] ?? why),
    })),
    { coin, source: '= the pool', bid, ask, at: null, restsOn: null, says: judgementOf(rated) },
  ];
}

const faults: Readonly<Record<string, string>> = {
  stale: 'does not count: older than ten minutes',
  future: 'does not count: its time has not come',
  malformed: 'does not count: no price',
  'other-pair': 'does not count: not priced in dollars',
  'sides-apart': 'does not count: bid and ask are too far apart',
};

function judgementOf({ judgement, witnesses, words }: RatedCoin): string {
  switch (judgement) {
    case 'agreed':
      return witnesses === 1 ? 'converts: one source' : `converts: ${witnesses} sources agree`;
    case 'missing':
      return words.length === 0 ? 'waits: no source' : 'waits: no source has a price that counts';
    case 'divergent':
      return 'waits: the sources are more than five percent apart';
    case 'single-source':
      return 'waits: one source, and no price of before confirms it';
    case 'same-backing':
      return 'waits: all sources rest on one venue, or it is not known on which';
    case 'jump':
      return 'waits: only aggregators, and more than twenty percent from what was converted at of late';
  }
}

export const ratesVerbs: VerbFamily = { verbs: [rates] };
