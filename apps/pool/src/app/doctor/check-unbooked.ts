import type { Config } from '../../config.ts';
import type { TreasuryLine } from '../../domain/views/read-treasury.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import { askVerb } from './ask-verb.ts';
import { warning } from './diagnosis.ts';

type Asked = Pick<Config, 'dataDirectory' | 'stratumProcesses'>;
type Line = Pick<TreasuryLine, 'asset' | 'more'>;

/** What wallets hold beyond the ledger, by the running pool: it stops nothing, and as much could be taken without anything missing. */
export async function checkUnbooked(config: Asked, runs: boolean, ask = askTreasury): Promise<Diagnosis[]> {
  const found = runs ? ((await ask(config)) ?? []) : [];
  return found.flatMap(({ asset, more }) =>
    more === null
      ? []
      : [
          warning(
            `wallets of ${asset}`,
            `they hold ${more} ${asset} more than the ledger says`,
            'Find where it is from and book it (openlode treasury deposit, or correct): until then as much can be taken, and nothing is missing.',
          ),
        ],
  );
}

async function askTreasury(config: Asked): Promise<readonly Line[] | undefined> {
  return (await askVerb(config, 'treasury show')) as readonly Line[] | undefined;
}
