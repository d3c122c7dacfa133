import { expect, it } from 'vitest';
import type { Database } from '../../runtime/database/database.ts';
import { sharedAnswers } from './rate-answers.ts';

it('shares what sources of rates answer on a server, whatever roles a process has, and nothing on the embedded database', async () => {
  const on = (engine: Database['engine']) =>
    sharedAnswers({ engine, query: async () => [{ answer: 'known', at: new Date(7) }] } as never);
  expect(await on('postgres')?.read('coingecko', '/prices')).toEqual({ answer: 'known', at: 7 });
  expect(on('pglite')).toBeUndefined();
});
