import { createInterface } from 'node:readline';
import { openPayoutJournal } from '../../../adapters/rails/payout-journal.ts';
import type { Signer } from '../../../adapters/rails/bitcoin/signer.ts';
import type { EvmSigner } from '../../../adapters/rails/evm/signer.ts';
import { crashAt, parseCrashAt } from '../../../domain/kernel/crash-at.ts';
import { coinReservations } from '../../../domain/payouts/reserve-coins.ts';
import { openPostgres } from '../../../runtime/database/postgres-database.ts';
import { patient } from '../../../runtime/database/testing/patient.ts';
import { seededRandom } from '../../simulation/seeded-random.ts';
import { composePaying } from '../compose-paying.ts';
import { suiteLedger } from '../give-to-miners.ts';
import { openAsPoolsDo, payOneTurn } from '../pay-one-turn.ts';
import { type EvmPlace, openEvmPlace } from './evm-place.ts';
import { floatsOf, type OpenedRail, type OpenRailOptions } from './ground.ts';
import { type LitecoinPlace, openLitecoinPlace } from './litecoin-place.ts';
import { type MoneroPlace, openMoneroPlace } from './monero-place.ts';
import { remoteSigner } from './remote-signer.ts';

/** What a process of its own pays with. */
export interface RailProcessPlan {
  readonly place: EvmPlace | LitecoinPlace | MoneroPlace;
  readonly database: string;
  readonly journal: string;
  /** The socket of the suite's signer. Monero's is another, which its place names. */
  readonly signer: string;
  /** A crash point and its hit, with a colon between. */
  readonly crashAt: string | undefined;
  readonly seed: number;
  readonly ownAddresses: readonly string[];
  /** Where sweeps go: what was lost of them is adopted as sweeps. It begins none. */
  readonly swept: { readonly coin: string; readonly network: string; readonly sweepTo?: string };
}

/** A line of its input: how often an operator looks, how many payouts may be open, and the time of business, ms. */
type Turn = readonly [looks: number, openMax: number, now: number];

/** Goes over its payouts once for each line of its input, and says so. */
async function main(plan: RailProcessPlan): Promise<void> {
  let now = 0;
  const clock = { now: () => now };
  const db = openPostgres(plan.database, 3, patient);
  const options: OpenRailOptions = {
    reservations: coinReservations({ db, clock }),
    now: () => clock.now(),
    through: (_node, rpc) => rpc,
    signing: (signer) => signer,
  };
  const { rail } = openPlace(plan, options);
  const journal = openPayoutJournal(plan.journal, { ledger: suiteLedger });
  const ctx = composePaying({ db, clock, rail, journal, floats: floatsOf(plan.swept) });
  const point = plan.crashAt === undefined ? undefined : parseCrashAt(plan.crashAt);
  if (point !== undefined) crashAt(point);
  const random = seededRandom(plan.seed);
  const ownAddresses = new Set(plan.ownAddresses);
  let isOpen = false;
  for await (const line of createInterface({ input: process.stdin })) {
    const [looks, openMax, at] = JSON.parse(line) as Turn;
    now = at;
    try {
      if (!isOpen) await openAsPoolsDo(ctx);
      isOpen = true;
      await payOneTurn(ctx, random, { openMax, ownAddresses, looks });
    } catch {
      // The next turn's business.
    }
    process.stdout.write('done\n');
  }
}

function openPlace({ place, signer }: RailProcessPlan, options: OpenRailOptions): OpenedRail {
  switch (place.kind) {
    case 'evm':
      return openEvmPlace(place, remoteSigner(signer) as EvmSigner, options);
    case 'litecoin':
      return openLitecoinPlace(place, remoteSigner(signer) as Signer, options);
    case 'monero':
      return openMoneroPlace(place, options);
  }
}

await main(JSON.parse(process.argv[2] ?? '{}') as RailProcessPlan);
