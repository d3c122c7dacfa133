import { type RealisedLine, readRealised } from '../../../domain/treasury/realised-pairs.ts';
import { wholeNumber } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { looks, type VerbFamily } from '../verb.ts';
import { treasuryGroup } from './treasury.ts';

const treasuryRealised = looks({
  name: 'treasury realised',
  does: 'what conversions credited against what trades brought, by pair and week of UTC, with what conversions gained or lost by it',
  needs: 'database',
  input: {
    weeks: wholeNumber('--weeks <number>', 'how many weeks, that of now among them', {
      minimum: 1,
      maximum: 520,
      default: 4,
    }),
  },
  run: readRealised,
  print: (lines) =>
    printList<RealisedLine>(lines, 'Nothing was converted in that time.', {
      week: ({ week }) => week,
      taken: { right: ({ taken, asset }) => `${taken} ${asset}` },
      credited: { right: ({ given, coin }) => `${given} ${coin}` },
      conversions: { right: ({ conversions }) => conversions },
      'for one': { right: ({ credited }) => credited },
      trades: { right: ({ trades }) => trades },
      'they brought': { right: ({ realised }) => realised ?? 'not known' },
      '%': { right: ({ percent }) => percent ?? '' },
      gained: { right: ({ gained, coin }) => (gained === null ? '' : `${gained} ${coin}`) },
    }),
});

export const treasuryRealisedVerbs: VerbFamily = { group: treasuryGroup, verbs: [treasuryRealised] };
