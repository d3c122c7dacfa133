import type { Config } from '../../config.ts';
import type { LuckFinding } from '../../domain/views/read-luck.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import { askVerb } from './ask-verb.ts';
import { warning, well } from './diagnosis.ts';

type Asked = Pick<Config, 'dataDirectory' | 'stratumProcesses'>;

/** More lines would hide everything else. */
const namedMax = 10;

const advice =
  'It is no proof: anyone may mine to an address, and a broken program loses blocks, too. Look at its workers and payouts; openlode restrict refuses it.';

/** The miners whose shares or blocks chance does not explain, by address, as the running pool has them. */
export async function checkMiners(config: Asked, runs: boolean, ask = askAlarms): Promise<Diagnosis[]> {
  if (!runs) return [];
  const found = await ask(config);
  if (found === undefined)
    return [
      warning('miners', 'the pool does not say whom chance does not explain', 'Ask openlode miners alarms.'),
    ];
  if (found.length === 0) return [well('miners', 'chance explains the shares and blocks of each')];
  const named = found.slice(0, namedMax).map((each) => warning('miners', inWords(each), advice));
  if (found.length === named.length) return named;
  return [
    ...named,
    warning('miners', `${found.length - named.length} more of them`, 'Ask openlode miners alarms.'),
  ];
}

function inWords(luck: LuckFinding): string {
  const { coin, address, algorithm, days, alarm } = luck;
  const who = `${coin} ${address}, ${algorithm}, ${days} days:`;
  switch (alarm) {
    case 'credit-per-hash':
      return `${who} credited ${luck.creditPerHash.toFixed(3)} times the work that its share hashes stand for`;
    case 'withheld-blocks':
      return `${who} ${blocksText(luck.foundBlocks, luck.expectedBlocks, luck.blockChance)}`;
    case 'withheld-relayed-blocks':
      return `${who} of other pools' work ${blocksText(luck.relayedFound, luck.relayedExpected, luck.relayedChance)}`;
  }
}

function blocksText(found: number, expected: number, chance: number): string {
  return `${found} blocks, where its work finds ${expected.toFixed(1)}: by chance ${chance.toPrecision(1)}`;
}

async function askAlarms(config: Asked): Promise<readonly LuckFinding[] | undefined> {
  return (await askVerb(config, 'miners alarms')) as readonly LuckFinding[] | undefined;
}
