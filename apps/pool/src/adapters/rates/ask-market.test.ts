import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { askMarketBy } from './ask-market.ts';
import { type SourceFault, standInSource, type StandInSource } from './testing/stand-in-sources.ts';

describe('askMarketBy, on a stand-in for a source', () => {
  let source: StandInSource;
  beforeAll(async () => {
    source = await standInSource();
  });
  afterAll(() => source.close());
  beforeEach(() => {
    source.fault = undefined;
    source.answers.clear();
    source.answers.set('/prices', [1]);
  });
  const ask = (callMs = 60_000, url = source.url) =>
    askMarketBy({
      url,
      headers: () => ({ 'x-key': 'secret' }),
      callMs,
      bytesMax: 4000,
      closed: new AbortController().signal,
    })('/prices?all');

  it('answers what the source says, and sends its key', async () => {
    expect(await ask()).toEqual({ kind: 'answered', body: [1] });
    expect(source.asked.at(-1)).toEqual({ path: '/prices?all', key: 'secret' });
  });

  it.each<readonly [SourceFault, unknown]>([
    ['limited', { kind: 'limited', restMs: 120_000 }],
    ['html', { kind: 'unanswered', why: 'the answer is not JSON' }],
    ['too-long', { kind: 'unanswered', why: 'the answer is longer than 4000 bytes' }],
    ['error-500', { kind: 'unanswered', why: 'HTTP 500' }],
  ])('takes no answer of %s', async (fault, outcome) => {
    source.fault = fault;
    expect(await ask()).toEqual(outcome);
  });

  it.each<SourceFault>(['half-body', 'silent'])(
    'gives a call up whose answer does not end: %s',
    async (fault) => {
      source.fault = fault;
      expect(await ask(200)).toEqual({ kind: 'unanswered', why: 'no whole answer in time' });
    },
  );

  it('ends with the pool', async () => {
    source.fault = 'silent';
    const closing = new AbortController();
    const asked = source.asked.length;
    // Nothing but the pool's end can end it before the suite's own limit.
    const options = { url: source.url, headers: () => ({}), callMs: 86_400_000, bytesMax: 4000 };
    const answer = askMarketBy({ ...options, closed: closing.signal })('/prices?all');
    await vi.waitFor(() => expect(source.asked).toHaveLength(asked + 1), { timeout: 30_000 });
    closing.abort();
    expect(await answer).toMatchObject({ kind: 'unanswered' });
  });

  it('names what is not there, and what it cannot reach', async () => {
    source.answers.clear();
    expect(await ask()).toEqual({ kind: 'unanswered', why: 'HTTP 404' });
    const gone = await standInSource();
    await gone.close();
    expect(await ask(60_000, gone.url)).toEqual({ kind: 'unanswered', why: 'ECONNREFUSED' });
    source.fault = 'reset';
    expect(await ask()).toMatchObject({ kind: 'unanswered' });
  });
});
