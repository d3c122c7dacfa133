import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { openPostgres } from './postgres-database.ts';
import { createTestPostgres, testEngines } from './testing/create-test-database.ts';

describe.runIf(testEngines().includes('postgres'))('a slow statement', () => {
  it('is waited for as long as its connections were opened for', async () => {
    const made = await createTestPostgres();
    const hasty = openPostgres(made.url, 1, { answerWithinMs: 50 });
    const patient = openPostgres(made.url, 1, { answerWithinMs: 60_000 });
    const slow = sql`SELECT 1 AS one FROM pg_sleep(1)`;
    await expect(hasty.transaction((tx) => tx.query(slow))).rejects.toThrow('Query read timeout');
    expect(await patient.transaction((tx) => tx.query(slow))).toEqual([{ one: 1 }]);
    await hasty.close();
    await patient.close();
    await made.drop();
  });
});
