import { describe, expect, it } from 'vitest';
import { awaitDatabase } from './await-database.ts';

const fault = (code: string): Error =>
  Object.assign(new Error(code), { code, address: '127.0.0.1', port: 5432 });

describe('awaitDatabase', () => {
  const attempt = async (faults: readonly Error[]) => {
    const left = [...faults];
    const published: unknown[][] = [];
    let pauses = 0;
    const db = {
      query: async () => {
        const next = left.shift();
        if (next !== undefined) throw next;
        return [];
      },
    };
    await awaitDatabase(
      db,
      { warn: (...line: unknown[]) => void published.push(line) } as never,
      async () => {
        pauses += 1;
      },
    );
    return { published, pauses };
  };

  it('waits for a server that is not there or still starting, and says what is missing', async () => {
    expect(
      await attempt([fault('ECONNREFUSED'), fault('57P03'), new AggregateError([fault('ECONNREFUSED')])]),
    ).toEqual({
      pauses: 3,
      published: [
        [
          { event: 'database-away' },
          'Nothing answers at 127.0.0.1:5432: start the database, or correct DATABASE_URL or REDIS_URL. The pool starts as soon as the database answers.',
        ],
      ],
    });
  });

  it('says so once a minute', async () => {
    const { published, pauses } = await attempt(Array.from({ length: 61 }, () => fault('ECONNREFUSED')));
    expect({ published: published.length, pauses }).toEqual({ published: 3, pauses: 61 });
  });

  it('throws errors that waiting does not fix', async () => {
    await expect(attempt([fault('28P01')])).rejects.toThrow('28P01');
    await expect(attempt([fault('ENOTFOUND')])).rejects.toThrow('ENOTFOUND');
  });
});
