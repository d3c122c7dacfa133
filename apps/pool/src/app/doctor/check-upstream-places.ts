import type { Config } from '../../config.ts';
import { isToBeCompared } from '../../domain/treasury/upstream-places/upstream-place.ts';
import type { ListedUpstreamPlace } from '../../domain/views/list-upstream-places.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import { askVerb } from './ask-verb.ts';
import { ill, warning, well } from './diagnosis.ts';

type Asked = Pick<Config, 'dataDirectory' | 'stratumProcesses' | 'nodePool'>;

/** Whether the other pools of the settings pay to places of ours, as the running pool has found it. */
export async function checkUpstreamPlaces(
  config: Asked,
  runs: boolean,
  ask = askPlaces,
): Promise<Diagnosis[]> {
  const named = (config.nodePool?.upstreams ?? []).filter((each) => !each.ended && isToBeCompared(each));
  if (named.length === 0) return [];
  if (!runs) return [well('places of other pools', 'compared with our own once the pool runs')];
  const found = await ask(config);
  if (found === undefined)
    return [warning('places of other pools', 'the pool does not say what it has found', '')];
  return found.filter(({ upstream }) => named.some(({ name }) => name === upstream)).map(judgeUpstreamPlace);
}

function judgeUpstreamPlace({ upstream, place, coin, state, why }: ListedUpstreamPlace): Diagnosis {
  const subject = `place of ${upstream}`;
  const words = why === null ? '' : `: ${why}`;
  switch (state) {
    case 'ours':
      return why === null
        ? well(subject, `it pays ${coin} to ${place}, which is ours`)
        : warning(subject, `it was found to be ours before${words}`, 'See openlode income places.');
    case 'not-ours':
      return ill(
        subject,
        `it does not pay to a place of ours${words}`,
        'No work of it is given: look at once where that pool pays to.',
      );
    case 'unanswered':
    case 'not-asked':
      return ill(
        subject,
        `it is not known to be ours${words}`,
        'No work of it is given until it is: see openlode income places.',
      );
  }
}

async function askPlaces(config: Asked): Promise<readonly ListedUpstreamPlace[] | undefined> {
  return (await askVerb(config, 'income places')) as readonly ListedUpstreamPlace[] | undefined;
}
