import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Failure } from '@openlode/contracts/envelope';
import { AccountParams } from '@openlode/contracts/http/account-params';
import { AccountPaymentsResponse } from '@openlode/contracts/http/account-payments';
import { PageQuery } from '@openlode/contracts/http/page-query';
import { presentPayments } from '../../present/present-payments.ts';
import { success } from '../../present/success.ts';
import { findMiner } from '../../../domain/miners/find-miner.ts';
import type { ServiceContext } from '../../../domain/kernel/context.ts';
import type { ReserveContext } from '../../../domain/payouts/payout-context.ts';
import { readPayments } from '../../../domain/views/read-payments.ts';

const noPayments = { list: [], waits: new Map(), values: new Map(), page: 1, lastPage: 1 };

export const paymentRoutes: FastifyPluginCallbackTypebox<{
  ctx: ServiceContext & Partial<Pick<ReserveContext, 'payoutBlockReason'>>;
  disclaimer: string | null;
}> = (app, { ctx, disclaimer }, done) => {
  app.get(
    '/v5/account/:uuid/payments',
    {
      schema: {
        tags: ['account'],
        params: AccountParams,
        summary: 'Payments, the newest first',
        querystring: PageQuery,
        response: { 200: AccountPaymentsResponse, '4xx': Failure },
      },
    },
    async (request, reply) => {
      const miner = await findMiner(ctx, request.params.uuid);
      const { page = 1 } = request.query;
      const payments = miner === undefined ? noPayments : await readPayments(ctx, miner.id, page);
      return reply
        .header('cache-control', 'no-store')
        .send(success(presentPayments(miner, payments, disclaimer)));
    },
  );
  done();
};
