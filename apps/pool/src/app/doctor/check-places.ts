import type { Config } from '../../config.ts';
import { type ListedPlace, needsOperator } from '../../domain/views/list-places.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import { askVerb } from './ask-verb.ts';
import { ill, warning, well } from './diagnosis.ts';

type Asked = Pick<Config, 'dataDirectory' | 'stratumProcesses' | 'exchanges'>;

/** What the running pool has heard of the exchanges that the settings name; nothing where they name none. */
export async function checkPlaces(config: Asked, runs: boolean, ask = askPlaces): Promise<Diagnosis[]> {
  if (config.exchanges.length === 0) return [];
  const names = config.exchanges.map(({ venue }) => venue).join(', ');
  if (!runs) return [well('places', `${names} asked once the pool runs`)];
  const found = await ask(config);
  if (found === undefined) return [warning('places', 'the pool does not answer what it has heard', '')];
  const bad = found.filter(needsOperator);
  if (bad.length === 0) {
    const equal = found.filter(({ state }) => state === 'equal').length;
    return [
      well('places', `${equal} of ${found.length} are equal to the ledger; openlode places shows each`),
    ];
  }
  return bad.map(({ place, coin, state, note }) =>
    ill(`place ${place}`, `${coin}: ${state}, ${note ?? ''}`, 'Nothing is sent there: see openlode places.'),
  );
}

async function askPlaces(config: Asked): Promise<readonly ListedPlace[] | undefined> {
  return (await askVerb(config, 'places list')) as readonly ListedPlace[] | undefined;
}
