import type { ConversionCaps } from '@openlode/ledger/conversion-caps';
import type { Database } from '../db/database.ts';
import type { Clock } from './ports/clock.ts';
import type { Publisher } from './ports/publisher.ts';
import type { Random } from './ports/random.ts';
import type { Rates } from './ports/rates.ts';

/** What the verbs of this room work with. A verb names the parts it needs with `Pick`. */
export interface ServiceContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly rates: Rates;
  /** The breaker of conversions; where it is left out, the one of `round-rules.ts`. */
  readonly conversionCaps?: ConversionCaps;
  readonly publisher: Publisher;
  /** Makes account ids that nobody can guess; stored beside the database, never in it. */
  readonly secret: Uint8Array;
}
