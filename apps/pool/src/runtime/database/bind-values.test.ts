import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bindValues } from './bind-values.ts';
import type { Database } from './database.ts';
import { createTestDatabase, testEngines } from './testing/create-test-database.ts';

describe.each(testEngines())('arrays bound for %s', (engine) => {
  let db: Database;
  beforeAll(async () => {
    db = await createTestDatabase(engine);
  });
  afterAll(() => db.close());

  it('come back as the texts that they were, whatever is in them', async () => {
    const awkward = fc.constantFrom(
      '',
      'NULL',
      'null',
      '{}',
      ',',
      '"',
      '\\',
      ' a ',
      '{"a":"b\\"c"}',
      'ä€𝄞',
      "'",
      '\n\t',
    );
    const text = fc.oneof(
      awkward,
      fc.string({ unit: 'grapheme' }).filter((each) => !each.includes('\0')),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text), { maxLength: 12 }), async (texts) => {
        const rows = await db.query<{ text: string | null }>(
          sql`SELECT text FROM unnest(${texts}::text[]) WITH ORDINALITY AS row (text, position) ORDER BY position`,
        );
        expect(rows.map((row) => row.text)).toEqual(texts);
      }),
      { numRuns: 60 },
    );
  });

  it('hold numbers of any size, booleans and times', async () => {
    const at = new Date('2026-01-15T12:00:00.123Z');
    const rows = await db.query(sql`
      SELECT * FROM unnest(${[2n ** 200n, -1n]}::numeric[], ${[1, 2]}::int[], ${[true, false]}::boolean[],
                           ${[at, null]}::timestamptz[]) AS row (amount, number, flag, at)`);
    expect(rows).toEqual([
      { amount: 2n ** 200n, number: 1, flag: true, at },
      { amount: -1n, number: 2, flag: false, at: null },
    ]);
  });
});

describe('bindValues', () => {
  it('refuses what it would have to guess at', () => {
    expect(() => bindValues([[new Uint8Array(1)]])).toThrow(TypeError);
    expect(() => bindValues([[[1]]])).toThrow(TypeError);
  });
});
