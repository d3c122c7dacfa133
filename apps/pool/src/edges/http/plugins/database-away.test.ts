import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { openPostgres } from '../../../runtime/database/postgres-database.ts';
import { DatabaseError } from '../../../runtime/database/database-error.ts';
import { isDatabaseAway } from './database-away.ts';

describe('isDatabaseAway', () => {
  it('knows the driver’s errors where no server answers', async () => {
    const db = openPostgres('postgres://postgres@127.0.0.1:9/nobody');
    const failure: unknown = await db.query(sql`SELECT 1`).catch((error: unknown) => error);
    await db.close();
    expect(isDatabaseAway(failure)).toBe(true);
  });

  it.each([
    [new DatabaseError('terminating connection due to administrator command', '57P01'), true],
    [new DatabaseError('canceling statement due to statement timeout', '57014'), true],
    [new Error('Connection terminated unexpectedly'), true],
    [new Error('Query read timeout'), true],
    [new DatabaseError('duplicate key value violates unique constraint', '23505'), false],
    [new TypeError('undefined is not a function'), false],
    ['ECONNREFUSED', false],
  ])('of %s says %s', (failure, isAway) => {
    expect(isDatabaseAway(failure)).toBe(isAway);
  });
});
