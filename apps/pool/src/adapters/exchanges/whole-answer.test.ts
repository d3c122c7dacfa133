import { afterEach, expect, it } from 'vitest';
import { serveVenue, type VenueServer } from './testing/venue-server.ts';
import { fetchWhole, unansweredReason } from './whole-answer.ts';

const limits = { callMs: 30_000, bytesMax: 100 };
let server: VenueServer;
afterEach(() => server.close());

async function serve(status: number, body: unknown): Promise<void> {
  server = await serveVenue({
    movesMoney: () => true,
    answer: () => ({ status, body }),
    refuse: () => ({ status: 500, body: '' }),
  });
}

const post = () => fetchWhole(server.url, { method: 'POST', headers: {}, body: '{"a":"ü"}' }, limits);

it('sends a request once and reads the whole answer', async () => {
  await serve(200, { id: 'ü' });
  expect(await post()).toMatchObject({ status: 200, statusText: 'OK', text: '{"id":"ü"}' });
  expect(server.calls).toMatchObject([{ method: 'POST', body: '{"a":"ü"}' }]);
});

it('sends a request once that is answered HTTP 421: fetch would send it again', async () => {
  await serve(421, {});
  expect(await post()).toMatchObject({ status: 421 });
  expect(server.calls).toHaveLength(1);
});

it('follows no redirect, and takes no answer that is too long', async () => {
  await serve(307, {});
  await expect(post()).rejects.toThrow('it answers from elsewhere: HTTP 307');
  await server.close();
  await serve(200, 'x'.repeat(100));
  await expect(post()).rejects.toThrow('the answer is longer than 100 bytes');
});

it.each([
  ['timeout', 'no whole answer in time'],
  ['half-body', 'no whole answer in time'],
  ['reset', 'ECONNRESET'],
] as const)('says why there is no answer: %s', async (loss, why) => {
  await serve(200, {});
  server.faultOf = () => ({ taken: 'never', loss });
  const lost = fetchWhole(
    server.url,
    { method: 'POST', headers: {}, body: '' },
    { ...limits, callMs: loss === 'reset' ? 30_000 : 100 },
  );
  expect(await lost.catch(unansweredReason)).toBe(why);
});
