import type { Registry } from 'prom-client';
import type { ListedStatement } from '../../domain/views/list-statements.ts';
import { gauges, oneAtATime } from './read-gauges.ts';

type Source = () => Promise<readonly ListedStatement[]>;

/** Metrics of what other pools say of our accounts with them: what they have paid must come, and what they count must be our work. */
export function observeStatements(registers: Registry[], source: Source): void {
  const read = oneAtATime(source);
  const each = (
    name: string,
    help: string,
    figureOf: (statement: ListedStatement) => number | string | null,
  ): void =>
    gauges<'upstream' | 'algorithm'>(
      registers,
      { name: `openlode_upstream_${name}`, help, labelNames: ['upstream', 'algorithm'] },
      async () =>
        (await read()).flatMap((statement) => {
          const { upstream, algorithm } = statement;
          const figure = figureOf(statement);
          return figure === null ? [] : [[{ upstream, algorithm }, Number(figure)] as const];
        }),
    );
  each(
    'statement_timestamp_seconds',
    'When another pool last said how our account stands, or was first asked where it never has',
    ({ answeredAt, askedSince }) => (answeredAt ?? askedSince) / 1000,
  );
  each('said_paid_coins', 'What it says that it has paid since the account began', ({ paid }) => paid);
  each('said_owed_coins', 'What it says that it owes', ({ owed }) => owed);
  each('said_immature_coins', 'What it says that it will owe', ({ immature }) => immature);
  each('credited_coins', 'What of its payments is credited to miners', ({ credited }) => credited);
  each(
    'missing_coins',
    'What it says that it has paid and has not come in the time that a payment may take',
    ({ missing }) => missing,
  );
  each('unbooked_coins', 'What it has paid and waits for income add', ({ toBook }) => toBook);
  each(
    'taken_back_coins',
    'What it said within a week that it had paid, and says no more',
    ({ takenBack }) => takenBack,
  );
  each(
    'hashrate_said_ratio',
    'Its hashrate of our account against the work that was recorded here in the same six hours',
    ({ hashratePercent }) => ratioOf(hashratePercent),
  );
  each(
    'hashes_counted_ratio',
    'The hashes that it counted against the work that was recorded here in the same six hours',
    ({ countedPercent }) => ratioOf(countedPercent),
  );
}

function ratioOf(percent: string | null): number | null {
  return percent === null ? null : Number(percent) / 100;
}
