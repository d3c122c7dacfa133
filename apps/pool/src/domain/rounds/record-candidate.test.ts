import { expect, it } from 'vitest';
import type { Database, Transaction } from '../../runtime/database/database.ts';
import { buildCandidate } from '../testing/fake-chain.ts';
import { recordCandidate } from './record-candidate.ts';

it('locks the miner before the slice, as recording work does: two processes must not wait for each other', async () => {
  const statements: string[] = [];
  const tx = {
    query: async ({ sql }: { readonly sql: string }) => {
      statements.push(sql);
      if (/FROM slices/.test(sql)) return [{ id: 7n, opened_at: new Date(0) }];
      return /INTO rounds/.test(sql) ? [{ id: 1n }] : [];
    },
    afterCommit: () => undefined,
  } as unknown as Transaction;
  const db = {
    transaction: (work: (open: Transaction) => Promise<unknown>) => work(tx),
  } as unknown as Database;
  await recordCandidate({ db, clock: { now: () => 0 }, secret: Buffer.alloc(32) }, buildCandidate('a'));
  const tables = statements.map((text) => /(?:FROM|INTO|UPDATE) (\w+)/.exec(text)?.[1]);
  expect(tables).toEqual(['rounds', 'miners', 'slices', 'slices', 'rounds']);
});
