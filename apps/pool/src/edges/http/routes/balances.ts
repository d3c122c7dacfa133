import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Failure } from '@openlode/contracts/envelope';
import { AccountsBalanceParams, AccountsBalanceResponse } from '@openlode/contracts/http/accounts-balance';
import { defaultPrecision } from '@openlode/catalogue/constants';
import { formatAmount } from '@openlode/money/amount';
import { success } from '../../present/success.ts';
import { shownDecimals } from '../../../domain/payouts/payable-of.ts';
import { readBalances } from '../../../domain/miners/read-balances.ts';
import type { ServiceContext } from '../../../domain/kernel/context.ts';
import { Refusal } from '../plugins/errors.ts';

export const balanceRoutes: FastifyPluginCallbackTypebox<{ ctx: ServiceContext }> = (app, { ctx }, done) => {
  app.get(
    '/v5/accounts/:uuids/balance',
    {
      // Fifty miner ids, joined by commas.
      config: { pathMax: 2048 },
      schema: {
        tags: ['account'],
        summary: 'Balances of several accounts',
        params: AccountsBalanceParams,
        response: { 200: AccountsBalanceResponse, '4xx': Failure },
      },
    },
    async (request, reply) => {
      const balances = await readBalances(ctx, request.params.uuids.split(','));
      if (balances.length === 0) throw new Refusal(404, 'None of these accounts exists');
      const data = balances.map(({ uuid, coin, network, balance, changedAt }) => ({
        uuid,
        balance: formatAmount(balance),
        precision: (shownDecimals({ coin, network }) ?? defaultPrecision).toString(),
        last_update: changedAt,
      }));
      return reply.header('cache-control', 'no-store').send(success(data));
    },
  );
  done();
};
