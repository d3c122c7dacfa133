import { coingecko } from './coingecko.ts';
import { coinpaprika } from './coinpaprika.ts';
import { gate } from './gate.ts';
import { kraken } from './kraken.ts';
import type { SourceShape } from './source-shape.ts';

/** The sources of rates that `openlode.yaml` can name: two that aggregate exchanges, and two exchanges. */
export const offeredSources: readonly SourceShape[] = [coinpaprika, coingecko, gate, kraken];
