import type { Config } from '../../config.ts';
import type { ListedStatement } from '../../domain/views/list-statements.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import { askVerb } from './ask-verb.ts';
import { ill, warning, well } from './diagnosis.ts';

type Asked = Pick<Config, 'dataDirectory' | 'stratumProcesses' | 'nodePool'>;

/** A page that has said nothing for this long is named, ms. */
const silentMs = 2 * 3_600_000;
const leastPercent = 90;

/** What the other pools of the settings say of our accounts with them, as the running pool has heard it. */
export async function checkStatements(
  config: Asked,
  runs: boolean,
  ask = askStatements,
): Promise<Diagnosis[]> {
  const named = (config.nodePool?.upstreams ?? []).filter(({ statement }) => statement !== undefined);
  if (!runs || named.length === 0) return [];
  const found = await ask(config);
  if (found === undefined)
    return [
      warning('statements', 'the pool does not say what it has heard', 'Ask openlode income statements.'),
    ];
  return named.flatMap(({ name, algorithm }) => {
    const statement = found.find((each) => each.upstream === name && each.algorithm === algorithm);
    return statement === undefined
      ? [well(subjectOf(name), 'it has not been asked yet')]
      : judgeStatement(statement, Date.now());
  });
}

function subjectOf(upstream: string): string {
  return `statement ${upstream}`;
}

/** What is wrong with what another pool says of our account; one line that all is well where nothing is. @param now ms since 1970 */
export function judgeStatement(statement: ListedStatement, now: number): Diagnosis[] {
  const { upstream, coin, paid, owed } = statement;
  const subject = subjectOf(upstream);
  const found = [...missingOf(statement, subject), ...faultsOf(statement, subject, now)];
  if (found.length > 0) return found;
  return [
    well(
      subject,
      paid === null
        ? 'it has not answered yet'
        : `it says that it has paid ${paid} ${coin} and owes ${owed ?? '0'}: nothing of that is missing`,
    ),
  ];
}

function missingOf({ missing, missingSince, coin }: ListedStatement, subject: string): Diagnosis[] {
  if (missingSince === null) return [];
  return [
    ill(
      subject,
      `it says that it has paid ${missing} ${coin}, said first at ${new Date(missingSince).toISOString()}, and that is in no wallet of the pool`,
      'Look at that pool at once where it pays to: the address of the account may have been changed. openlode income lines names the transactions.',
    ),
  ];
}

function* faultsOf(
  { coin, answeredAt, fault, toBook, takenBack, hashratePercent, countedPercent }: ListedStatement,
  subject: string,
  now: number,
): Generator<Diagnosis> {
  if (fault !== null && (answeredAt === null || now - answeredAt > silentMs))
    yield warning(
      subject,
      `its page has said nothing${answeredAt === null ? '' : ` since ${new Date(answeredAt).toISOString()}`}: ${fault}`,
      'Compare url and account of statement in openlode.yaml with what that pool says. Miners work on; what it has paid is not watched meanwhile.',
    );
  if (Number(toBook) > 0)
    yield warning(
      subject,
      `${toBook} ${coin} of it are in the wallet and credited to no miner`,
      'openlode income lines names the transactions, and openlode income add credits them.',
    );
  if (Number(takenBack) > 0)
    yield warning(
      subject,
      `within a week it has said that it had paid ${takenBack} ${coin}, and says it no more`,
      'Nothing was credited by it. Ask that pool what became of it.',
    );
  for (const [what, percent] of [
    ['its hashrate of our account is', hashratePercent],
    ['the hashes that it counted are', countedPercent],
  ] as const)
    if (percent !== null && Number(percent) < leastPercent)
      yield warning(
        subject,
        `${what} ${percent}% of the work of the last six hours here`,
        'Few shares of a large difficulty may say that by chance. Where it stays so, that pool counts less than it is sent: see openlode income upstreams.',
      );
}

async function askStatements(config: Asked): Promise<readonly ListedStatement[] | undefined> {
  return (await askVerb(config, 'income statements')) as readonly ListedStatement[] | undefined;
}
