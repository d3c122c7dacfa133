import { coins } from '@openlode/catalogue/coins';
import { cutDecimals } from '@openlode/money/decimal-text';
import { type ListedMiner, listMiners } from '../../../domain/operations/list-miners.ts';
import { listOwed, type OwedMiner } from '../../../domain/operations/list-owed.ts';
import { minerDays, type MinerDaysOutcome, minerDaysMax } from '../../../domain/operations/miner-days.ts';
import { type ShownMiner, showMiner } from '../../../domain/operations/show-miner.ts';
import { type LuckFinding, readLuck, readLuckAlarms } from '../../../domain/views/read-luck.ts';
import { flag, limit, minerArgument, optionalText, wholeNumber } from '../parameters.ts';
import { printPayouts } from '../print-payouts.ts';
import { printList, printTable } from '../print-table.ts';
import { instant, namingSentence } from '../sentences.ts';
import { looks, type VerbFamily } from '../verb.ts';

interface UnknownCoin {
  readonly kind: 'unknown-coin';
}

const minersList = looks({
  name: 'miners list',
  does: 'the miners that worked last',
  input: {
    coin: optionalText('--coin <symbol>', 'only those paid in this coin'),
    restricted: flag('--restricted', 'only those that are refused'),
    limit: limit(100),
  },
  run: (ctx, query): Promise<readonly ListedMiner[] | UnknownCoin> => listMiners(ctx, query),
  check: async ({ coin }) => knownCoin(coin),
  isDone: (found) => !('kind' in found),
  print: (found, { coin }) => {
    if ('kind' in found) return `${coin} is no coin of the catalogue.`;
    return found.length === 0 ? 'There are no such miners.' : printMiners(found);
  },
});

export const minersShow = looks({
  name: 'miners show',
  does: 'everything about one miner: balance, codes, fee, payouts, restriction',
  input: { miner: minerArgument },
  run: showMiner,
  isDone: ({ kind }) => kind === 'shown',
  print: (shown, { miner }) => printMiner(miner, shown),
});

/** The symbol as the catalogue writes it. */
function knownCoin(coin: string | undefined) {
  if (coin === undefined) return {};
  const symbol = coin.toUpperCase();
  return coins.some((each) => each.symbol === symbol)
    ? { adding: { coin: symbol } }
    : { refusal: { kind: 'unknown-coin' as const } };
}

const minersOwed = looks({
  name: 'miners owed',
  does: 'what miners are owed, the most dollars first, without what is on its way out',
  input: {
    coin: optionalText('--coin <symbol>', 'only those paid in this coin'),
    limit: limit(50),
  },
  run: (ctx, query): Promise<readonly OwedMiner[] | UnknownCoin> => listOwed(ctx, query),
  check: async ({ coin }) => knownCoin(coin),
  isDone: (found) => !('kind' in found),
  print: (found, { coin }) => {
    if ('kind' in found) return `${coin} is no coin of the catalogue.`;
    return printList(found, 'No miner is owed anything.', {
      coin: (each) => each.coin,
      owed: { right: ({ owed }) => owed },
      USD: { right: ({ usd }) => (usd === null ? 'not known' : cutDecimals(usd, 2)) },
      'of all in it': { right: ({ part }) => `${(part * 100).toFixed(1)}%` },
      'last work': ({ lastWorkAt }) => instant(lastWorkAt),
      address: nameOf,
      miner: ({ uuid }) => uuid,
    });
  },
});

const minersDays = looks({
  name: 'miners days',
  does: 'the balance of a miner day by day of UTC: what came, what went, and what it was at the end',
  input: {
    miner: minerArgument,
    days: wholeNumber('--days <number>', 'the number of UTC days, today included', {
      minimum: 1,
      maximum: minerDaysMax,
      default: 30,
    }),
  },
  run: (ctx, query): Promise<MinerDaysOutcome> => minerDays(ctx, query),
  isDone: ({ kind }) => kind === 'days',
  print: (found, { miner }) =>
    found.kind === 'days'
      ? printList(found.days, 'Nothing was booked for it on these days.', {
          day: ({ day }) => day,
          came: { right: ({ came }) => came },
          went: { right: ({ went }) => went },
          entries: { right: ({ entries }) => String(entries) },
          [`balance in ${found.coin}`]: { right: ({ balance }) => balance },
        })
      : namingSentence(miner, found),
});

function printMiners(found: readonly ListedMiner[]): string {
  const headings = [
    'coin',
    'balance',
    'network',
    'workers',
    'last work',
    'auto',
    'coin status',
    'restricted',
    'address',
    'miner',
  ];
  const rows = found.map((each) => [
    each.coin,
    each.balance,
    each.network,
    String(each.workersOnline),
    instant(each.lastWorkAt),
    each.autoPay ? 'on' : '',
    each.coinStatus === 'open' ? '' : each.coinStatus,
    each.restricted ? 'yes' : '',
    nameOf(each),
    each.uuid,
  ]);
  return printTable(headings, rows, new Set(['balance', 'workers']));
}

function nameOf({ address, memo }: { readonly address: string; readonly memo: string }): string {
  return memo === '' ? address : `${address}:${memo}`;
}

function printMiner(typed: string, shown: ShownMiner): string {
  if (shown.kind !== 'shown') return namingSentence(typed, shown);
  const { miner, codes, fee, restriction, payouts } = shown;
  const rows = [
    ['miner', miner.uuid],
    ['address', nameOf(miner)],
    ['paid in', `${miner.coin} on ${miner.network}`],
    ['coin status', miner.coinStatus],
    ['balance', miner.balance],
    ['auto-pay', miner.autoPay ? 'on' : 'off'],
    ['workers online', String(miner.workersOnline)],
    ['last work', instant(miner.lastWorkAt)],
    ['fee', `${fee}%`],
    ['codes', [codes.ordinary, codes.custom].filter((code) => code !== null).join(', ')],
    ['restricted', restriction === null ? 'no' : `since ${instant(restriction.since)}: ${restriction.note}`],
  ];
  const table = printTable(['what', 'value'], rows);
  return payouts.length === 0 ? `${table}\n\nNo payouts.` : `${table}\n\n${printPayouts(payouts)}`;
}

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
      'relayed expected': { right: ({ relayedExpected }) => relayedExpected.toPrecision(3) },
      'relayed found': { right: ({ relayedFound }) => String(relayedFound) },
      'relayed chance': { right: ({ relayedChance }) => relayedChance.toPrecision(2) },
      alarm: ({ alarm }) => alarm ?? '',
      coin: ({ coin }) => coin,
      address: ({ address }) => address,
    }),
});

const minersAlarms = looks({
  name: 'miners alarms',
  does: 'the miners whose shares or blocks chance does not explain, within 7 days or 35',
  input: { limit: limit(100) },
  finding: { means: 'chance does not explain a miner', isThere: (found) => found.length > 0 },
  run: readLuckAlarms,
  print: (found) =>
    printList(found, 'Chance explains the shares and blocks of every miner.', {
      alarm: ({ alarm }) => alarm,
      days: { right: ({ days }) => String(days) },
      algorithm: ({ algorithm }) => algorithm,
      expected: { right: (each) => numbersOf(each).expected },
      found: { right: (each) => numbersOf(each).found },
      chance: { right: (each) => numbersOf(each).chance },
      coin: ({ coin }) => coin,
      address: ({ address }) => address,
    }),
});

/** What its alarm compares: blocks, or shares by credit and by their hashes. */
function numbersOf(luck: LuckFinding): Readonly<Record<'expected' | 'found' | 'chance', string>> {
  switch (luck.alarm) {
    case 'credit-per-hash':
      return {
        expected: '1.000',
        found: luck.creditPerHash.toFixed(3),
        chance: `${luck.excess.toFixed(1)} sigma`,
      };
    case 'withheld-blocks':
      return {
        expected: luck.expectedBlocks.toPrecision(3),
        found: String(luck.foundBlocks),
        chance: luck.blockChance.toPrecision(2),
      };
    case 'withheld-relayed-blocks':
      return {
        expected: luck.relayedExpected.toPrecision(3),
        found: String(luck.relayedFound),
        chance: luck.relayedChance.toPrecision(2),
      };
  }
}

export const minersVerbs: VerbFamily = {
  group: { name: 'miners', does: 'who mines here, what stands in the database for them, and their luck' },
  verbs: [minersList, minersShow, minersOwed, minersDays, minersLuck, minersAlarms],
};
