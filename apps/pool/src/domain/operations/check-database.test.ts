import { expect, it } from 'vitest';
import type { Database } from '../../runtime/database/database.ts';
import { NotReady } from '../kernel/not-ready.ts';
import { checkDatabase } from './check-database.ts';

const database = (query: () => Promise<never[]>) => ({ db: { query } as unknown as Database });

it('says in words that the database is away, and nothing of where it is', async () => {
  const away = async () => {
    throw new Error('connect ECONNREFUSED 10.0.0.7:5432');
  };
  const refused = checkDatabase(database(away));
  await expect(refused).rejects.toThrow(NotReady);
  await expect(refused).rejects.toThrow('the database does not answer, or refuses');
  await expect(checkDatabase(database(async () => []))).resolves.toBeUndefined();
});
