import type { Diagnosis } from '../../edges/operator/contexts.ts';
import type { Config } from '../../config.ts';
import type { RatedCoin } from '../../domain/operations/list-rates.ts';
import { askVerb } from './ask-verb.ts';
import { warning, well } from './diagnosis.ts';

type Asked = Pick<Config, 'dataDirectory' | 'stratumProcesses' | 'nodePool'>;

/** What the running pool has heard of the sources of rates that its file names; nothing where it names none. */
export async function checkMarketRates(config: Asked, runs: boolean, ask = askRates): Promise<Diagnosis[]> {
  const { nodePool } = config;
  if (nodePool?.rates === undefined) return [];
  const names = nodePool.rates.map(({ source }) => source).join(', ');
  if (!runs) return [well('rates', `asked of ${names} once the pool runs`)];
  const rated = await ask(config);
  if (rated === undefined) return [warning('rates', 'the pool does not answer what it has heard', '')];
  const agreed = rated.filter(({ judgement }) => judgement === 'agreed').length;
  const found = `${agreed} of ${rated.length} coins have a rate, by ${names}`;
  if (agreed > 0) return [well('rates', `${found}; openlode rates shows each`)];
  return [
    warning('rates', found, 'Rewards wait in their own coin: openlode rates says why, source by source.'),
  ];
}

async function askRates(config: Asked): Promise<readonly RatedCoin[] | undefined> {
  return (await askVerb(config, 'rates')) as readonly RatedCoin[] | undefined;
}
