import type { ConversionCaps } from '@openlode/ledger/conversion-caps';
import type { ConversionSpreads } from '@openlode/ledger/conversion-spread';
import type { Database } from '../../runtime/database/database.ts';
import type { Clock } from './clock.ts';
import type { Publisher } from './publisher.ts';
import type { Random } from './random.ts';
import type { Rates } from './rates.ts';

/** What the domain's verbs work with. A verb names the parts that it needs with `Pick`. */
export interface ServiceContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly rates: Rates;
  /** The breaker of conversions; where it is left out, the one of `round-rules.ts`. */
  readonly conversionCaps?: ConversionCaps;
  /** What conversions keep back by the class of a coin; left out where they keep nothing. */
  readonly conversionSpreads?: ConversionSpreads | undefined;
  readonly publisher: Publisher;
  /** Makes miner ids that cannot be guessed; stored beside the database, never in it. */
  readonly secret: Uint8Array;
}
