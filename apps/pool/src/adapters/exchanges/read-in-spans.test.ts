import { expect, it } from 'vitest';
import { readInSpans, type Span, spanSince } from './read-in-spans.ts';

const things = (count: number, everySeconds: number) =>
  Array.from({ length: count }, (_each, index) => ({ exchangeId: `x${index}`, at: index * everySeconds }));

/** A venue that answers the newest of a span, and leaves out what lies at its ends where it `excludes` them. */
function venueOf(all: ReturnType<typeof things>, max: number, excludes = false) {
  const asked: Span[] = [];
  const ask = async (span: Span) => {
    asked.push(span);
    const { start, end } = span;
    const within = all.filter(({ at }) => (excludes ? at > start && at < end : at >= start && at <= end));
    return within.toReversed().slice(0, max);
  };
  return { asked, list: { ask, max } };
}

it('reads a list in one answer where that is not cut off', async () => {
  const { list, asked } = venueOf(things(9, 60), 10);
  expect(await readInSpans(list, { start: 0, end: 3600 })).toHaveLength(9);
  expect(asked).toEqual([{ start: 0, end: 3600 }]);
});

it.each([false, true])(
  'reads in halves what is cut off, the newest last, whatever becomes of ends: %s',
  async (excludes) => {
    const { list, asked } = venueOf(things(60, 60), 10, excludes);
    const found = await readInSpans(list, { start: -1, end: 3541 });
    expect(new Set(found.map(({ exchangeId }) => exchangeId)).size).toBe(60);
    expect(found).toHaveLength(60);
    expect(asked.at(-1)?.end).toBe(3541);
  },
);

it('asks for no longer span than the venue answers whole', async () => {
  const { list, asked } = venueOf(things(5, 1000), 10);
  expect(await readInSpans({ ...list, spanMax: 1500 }, { start: 0, end: 4000 })).toHaveLength(5);
  expect(asked).toEqual([
    { start: 0, end: 1500 },
    { start: 1499, end: 2999 },
    { start: 2998, end: 4000 },
  ]);
});

it.each([false, true])(
  'loses nothing that lies where two parts or halves meet, whatever becomes of ends: %s',
  async (excludes) => {
    const ids = async (spanMax: number, max: number) => {
      const { list } = venueOf(things(4001, 1), max, excludes);
      return (await readInSpans({ ...list, spanMax }, { start: -1, end: 4001 })).length;
    };
    expect(await ids(1500, 5000)).toBe(4001);
    expect(await ids(4002, 500)).toBe(4001);
  },
);

it.each<readonly [string, readonly { exchangeId: unknown; at: number }[], string]>([
  ['whose id is empty', [{ exchangeId: '', at: 1 }], 'an item has no id'],
  ['that has no id', [{ exchangeId: undefined, at: 1 }], 'an item has no id'],
  ['whose id is no text', [{ exchangeId: 7, at: 1 }], 'an item has no id'],
  [
    'whose id another one has',
    [
      { exchangeId: 'x1', at: 1 },
      { exchangeId: 'x1', at: 1 },
    ],
    'two items are called x1',
  ],
])('reads no list with an item %s: one would hide the other', async (_name, items, why) => {
  const ask = async () => items as readonly { exchangeId: string; at: number }[];
  await expect(readInSpans({ ask, max: 10 }, { start: 0, end: 100 })).rejects.toThrow(why);
});

it('reads no list of which two answers call two things by one id', async () => {
  const ask = async ({ start }: Span) => [{ exchangeId: 'x1', at: start }];
  await expect(readInSpans({ ask, max: 10, spanMax: 50 }, { start: 0, end: 100 })).rejects.toThrow(
    'two items are called x1',
  );
});

it('takes nothing for whole that may be cut off, and gives up what takes too many questions', async () => {
  const { list } = venueOf(things(10, 0), 10);
  await expect(readInSpans(list, { start: 0, end: 100 })).rejects.toThrow(
    '10 answers or more: a part may be missing',
  );
  const { list: long } = venueOf([], 10);
  await expect(readInSpans({ ...long, spanMax: 1 }, { start: 0, end: 100 })).rejects.toThrow(
    'it takes more than 64 questions',
  );
});

it('goes back an hour further than it is asked to, and an hour ahead', () => {
  expect(spanSince(7_200_500, 10_800_500)).toEqual({ start: 3600, end: 14_401 });
  expect(spanSince(0, 0)).toEqual({ start: 0, end: 3600 });
  expect(spanSince(90_000_000, 0)).toEqual({ start: 86_400, end: 86_400 });
});
