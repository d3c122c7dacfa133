import { Readable } from 'node:stream';
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Failure } from '@openlode/contracts/envelope';
import { AccountParams } from '@openlode/contracts/http/account-params';
import { paymentColumns, rewardColumns, TableQuery } from '@openlode/contracts/http/account-tables';
import { Type } from 'typebox';
import { csvLine } from '../../present/csv-line.ts';
import { presentPaymentLine } from '../../present/present-payment-line.ts';
import { presentReward } from '../../present/present-rewards.ts';
import { zonedTime } from '../../present/zoned-time.ts';
import { type Miner, findMiner } from '../../../domain/miners/find-miner.ts';
import type { ServiceContext } from '../../../domain/kernel/context.ts';
import { readPaymentHistory } from '../../../domain/views/read-payment-history.ts';
import { readRewards } from '../../../domain/views/read-rewards.ts';
import { callCosts } from '../call-limit.ts';
import { Refusal } from '../plugins/errors.ts';
import { neverStored } from '../plugins/never-stored.ts';

/** A table as a file: its columns, and how its lines are read, some at a time. */
interface Table<Column extends string> {
  readonly name: 'rewards' | 'payments';
  readonly summary: string;
  readonly columns: readonly Column[];
  read(miner: Miner, writeTime: (ms: number) => string): AsyncIterable<readonly Record<Column, string>[]>;
}

export const accountTableRoutes: FastifyPluginCallbackTypebox<{ ctx: ServiceContext }> = (
  app,
  { ctx },
  done,
) => {
  app.addHook('onSend', neverStored);

  function serve<Column extends string>(table: Table<Column>): void {
    app.get(
      `/v5/account/:uuid/${table.name}.csv`,
      {
        config: { cost: callCosts.table },
        schema: {
          tags: ['account'],
          summary: table.summary,
          params: AccountParams,
          querystring: TableQuery,
          response: {
            200: {
              description: 'A line for each, the oldest first.',
              content: { 'text/csv': { schema: Type.String() } },
            },
            '4xx': Failure,
          },
        },
      },
      async (request, reply) => {
        const { tz = 'UTC' } = request.query;
        const writeTime = zonedTime(tz);
        if (writeTime === undefined) throw new Refusal(400, `There is no time zone ${tz}`);
        const miner = await findMiner(ctx, request.params.uuid);
        const file = `${table.name}-${request.params.uuid.toLowerCase()}.csv`;
        reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${file}"`);
        // Text is made as fast as it is taken, and no faster.
        return reply.send(Readable.from(csvOf(table, miner, writeTime), { objectMode: false }) as never);
      },
    );
  }

  serve({
    name: 'rewards',
    summary:
      'Everything that was ever credited, as a table; a line for each day of what is older than 184 days',
    columns: rewardColumns,
    read: (miner, writeTime) => mapPages(readRewards(ctx, miner), (each) => presentReward(each, writeTime)),
  });
  serve({
    name: 'payments',
    summary: 'Everything that was ever paid, as a table',
    columns: paymentColumns,
    read: (miner, writeTime) =>
      mapPages(readPaymentHistory(ctx, miner.id), (each) => presentPaymentLine(each, writeTime)),
  });
  done();
};

async function* csvOf<Column extends string>(
  table: Table<Column>,
  miner: Miner | undefined,
  writeTime: (ms: number) => string,
): AsyncGenerator<string> {
  yield csvLine(table.columns);
  if (miner === undefined) return;
  for await (const page of table.read(miner, writeTime))
    yield page.map((cells) => csvLine(table.columns.map((column) => cells[column]))).join('');
}

async function* mapPages<Item, Cells>(
  pages: AsyncIterable<readonly Item[]>,
  present: (item: Item) => Cells,
): AsyncGenerator<Cells[]> {
  for await (const page of pages) yield page.map(present);
}
