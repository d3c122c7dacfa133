import { expect } from 'vitest';
import { auditLedger } from '../../domain/operations/audit/audit-ledger.ts';
import { describeSeeds } from './describe-seeds.ts';
import { runPayoutSeeds } from './run-payout-seeds.ts';

/** `npm run test:long` sets this. */
const isLong = process.env['TEST_LONG'] === '1';

describeSeeds(
  'the simulation of payouts',
  'pays everything once: two processes, kills, lost commits and a chain that does its worst [P1] [P4] [P5] [P9] [P14]',
  {
    timeout: 600_000,
    all: async (ctx) => {
      const total = await runPayoutSeeds(ctx, 1, Number(process.env['SEEDS'] ?? (isLong ? 1000 : 30)));
      expect(total.wrong).toEqual([]);
      // It must have been a storm.
      expect(total.settled).toBeGreaterThan(15);
      expect(total.kills).toBeGreaterThan(10);
      expect(total.faults).toBeGreaterThan(50);
      const { findings } = await auditLedger(ctx);
      // The suite's own rewards and addresses are made up.
      const money = new Set<string>(['L1', 'L2', 'L3', 'L4', 'P5', 'E1']);
      expect(findings.filter(({ rule }) => money.has(rule))).toEqual([]);
    },
    one: async (ctx, seed) => expect((await runPayoutSeeds(ctx, seed, 1)).wrong).toEqual([]),
  },
);
