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
    { start: 1500, end: 3000 },
    { start: 3000, end: 4000 },
  ]);
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
