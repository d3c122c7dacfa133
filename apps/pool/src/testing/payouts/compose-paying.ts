import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { PayoutJournal } from '../../domain/kernel/payout-journal.ts';
import type { Rail } from '../../domain/kernel/rail.ts';
import type { WalletFloat } from '../../domain/kernel/wallet-float.ts';
import { createVerdictMemory } from '../../domain/kernel/verdict-memory.ts';
import { createOutgoingGuard } from '../../domain/payouts/outgoing-guard.ts';
import type { OutgoingGuard } from '../../domain/payouts/payout-context.ts';
import { createRollbackGuard, type RollbackGuard } from '../../domain/payouts/rollback-guard.ts';
import type { Database } from '../../runtime/database/database.ts';
import { oneRail } from '../../sandbox/testing/one-rail.ts';
import { suiteSecret } from './give-to-miners.ts';
import type { Operating } from './pay-one-turn.ts';

const unlimited = 10n ** 60n;

/** What one process pays with, on a database that others may pay from as well: no price or cap holds anything back. */
export function composePaying({
  db,
  clock,
  rail,
  journal,
  isBlind = false,
  floats = [],
}: {
  readonly db: Database;
  readonly clock: Clock;
  /** It pays on every network. */
  readonly rail: Rail;
  readonly journal: PayoutJournal;
  /** A mistake that suites have to notice: it holds neither its wallets nor its own memory against the database. */
  readonly isBlind?: boolean;
  /** Where its own money is swept. */
  readonly floats?: readonly WalletFloat[];
}): Operating {
  return {
    db,
    clock,
    random: { uuid: randomUUID, bytes: randomBytes },
    rates: {
      name: 'the suite',
      kind: 'real',
      quotesOf: (asset) =>
        ['one', 'two'].map((rateSource) => ({
          usd: '1',
          rateSource,
          pair: `${asset}/USD`,
          observedAt: clock.now(),
        })),
      recentOf: () => [],
    },
    publisher: { publish: () => undefined },
    rails: oneRail(rail),
    floats,
    journal,
    caps: { miner: unlimited, run: unlimited, day: unlimited },
    payoutBlockReason: () => undefined,
    rollback: isBlind ? blindRollback : createRollbackGuard(journal),
    outgoing: isBlind ? blindOutgoing : createOutgoingGuard(async () => []),
    verdicts: createVerdictMemory(),
    secret: suiteSecret,
    actor: 'operator',
  };
}

const blindRollback: RollbackGuard = {
  check: async () => undefined,
  readClock: async () => undefined,
  database: () => 'any',
  quiet: () => undefined,
};

const blindOutgoing: OutgoingGuard = {
  compare: async () => undefined,
  compareNetwork: async () => undefined,
  lookOnce: async () => undefined,
  missing: () => undefined,
};
