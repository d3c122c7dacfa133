import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Failure } from '@openlode/contracts/envelope';
import { AccountReceiptResponse, ReceiptParams } from '@openlode/contracts/http/account-receipt';
import { presentEvent } from '../../present/present-event.ts';
import { success } from '../../present/success.ts';
import { findMiner } from '../../../domain/miners/find-miner.ts';
import type { ServiceContext } from '../../../domain/kernel/context.ts';
import { readReward } from '../../../domain/views/read-reward.ts';
import { Refusal } from '../plugins/errors.ts';
import { neverStored } from '../plugins/never-stored.ts';

export const accountReceiptRoutes: FastifyPluginCallbackTypebox<{ ctx: ServiceContext }> = (
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
      const miner = await findMiner(ctx, request.params.uuid);
      const reward = miner && (await readReward(ctx, miner.id, request.params.seq));
      const event = reward && presentEvent(miner, reward);
      if (event?.event !== 'reward') throw new Refusal(404, 'There is no such reward');
      return success(event);
    },
  );
  done();
};
