import { Readable } from 'node:stream';
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Failure } from '@openlode/contracts/envelope';
import { AccountParams } from '@openlode/contracts/http/account-params';
import { AccountReceiptResponse, ReceiptParams } from '@openlode/contracts/http/account-receipt';
import { rewardColumns, RewardsQuery } from '@openlode/contracts/http/account-rewards';
import { Type } from 'typebox';
import { csvLine } from '../../present/csv-line.ts';
import { presentEvent } from '../../present/present-event.ts';
import { presentReward } from '../../present/present-rewards.ts';
import { success } from '../../present/success.ts';
import { zonedTime } from '../../present/zoned-time.ts';
import { type Account, findAccount } from '../../services/accounts/find-account.ts';
import type { ServiceContext } from '../../services/context.ts';
import { readReward } from '../../services/events/read-reward.ts';
import { readRewards } from '../../services/rounds/read-rewards.ts';
import { Refusal } from '../plugins/errors.ts';
import { neverStored } from '../plugins/never-stored.ts';

export const accountRewardRoutes: FastifyPluginCallbackTypebox<{ ctx: ServiceContext }> = (
  app,
  { ctx },
  done,
) => {
  app.addHook('onSend', neverStored);

  app.get(
    '/v5/account/:uuid/receipts/:seq',
    {
      schema: {
        tags: ['account'],
        summary: 'One reward, down to the work that earned it',
        params: ReceiptParams,
        response: { 200: AccountReceiptResponse, '4xx': Failure },
      },
    },
    async (request) => {
      const account = await findAccount(ctx, request.params.uuid);
      const reward = account && (await readReward(ctx, account.id, request.params.seq));
      const event = reward && presentEvent(account, reward);
      if (event?.event !== 'reward') throw new Refusal(404, 'There is no such reward');
      return success(event);
    },
  );

  app.get(
    '/v5/account/:uuid/rewards.csv',
    {
      schema: {
        tags: ['account'],
        summary: 'Everything that was ever credited, as a table',
        params: AccountParams,
        querystring: RewardsQuery,
        response: {
          200: {
            description: 'A table with a line for each reward.',
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
      const account = await findAccount(ctx, request.params.uuid);
      const name = `rewards-${request.params.uuid.toLowerCase()}.csv`;
      reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`);
      // Text is made as fast as it is taken, and no faster.
      return reply.send(Readable.from(csvOf(ctx, account, writeTime), { objectMode: false }) as never);
    },
  );
  done();
};

async function* csvOf(
  ctx: ServiceContext,
  account: Account | undefined,
  writeTime: (ms: number) => string,
): AsyncGenerator<string> {
  yield csvLine(rewardColumns);
  if (account === undefined) return;
  for await (const page of readRewards(ctx, account)) {
    const lines = page.map((reward) => {
      const cells = presentReward(reward, writeTime);
      return csvLine(rewardColumns.map((column) => cells[column]));
    });
    yield lines.join('');
  }
}
