import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Failure } from '@openlode/contracts/envelope';
import { AddressParams, AddressQuery, AddressResponse } from '@openlode/contracts/http/address';
import { AddressRefusalsResponse } from '@openlode/contracts/http/address-refusals';
import { lookUpAddress } from '../../services/accounts/look-up-address.ts';
import { readRefusedLogins } from '../../services/accounts/refused-logins.ts';
import type { ServiceContext } from '../../services/context.ts';
import type { Rail } from '../../services/ports/rail.ts';
import { Refusal } from '../plugins/errors.ts';
import { addressRefusalText } from '../../present/address-refusal-text.ts';
import { presentAddress } from '../../present/present-address.ts';
import { presentRefusals } from '../../present/present-refusals.ts';
import { success } from '../../present/success.ts';

export const addressRoutes: FastifyPluginCallbackTypebox<{
  ctx: ServiceContext;
  rail: Pick<Rail, 'pays'>;
}> = (app, { ctx, rail }, done) => {
  app.get(
    '/v5/address/:address',
    {
      schema: {
        tags: ['account'],
        summary: 'Look up a payout address',
        params: AddressParams,
        querystring: AddressQuery,
        response: { 200: AddressResponse, '4xx': Failure },
      },
    },
    async (request, reply) => {
      const { coin } = request.query;
      const outcome = await lookUpAddress(ctx, { coin, text: request.params.address });
      if (outcome.kind === 'unknown-coin') throw new Refusal(404, `There is no coin ${coin}`);
      if (outcome.kind === 'bad-address') throw new Refusal(404, addressRefusalText(coin, outcome.outcome));
      const data = presentAddress(outcome, (symbol, network) => rail.pays(symbol, network));
      return reply.header('cache-control', 'no-store').send(success(data));
    },
  );

  app.get(
    '/v5/address/:address/refusals',
    {
      schema: {
        tags: ['account'],
        summary: 'Why miners to this address were refused during the last day',
        params: AddressParams,
        querystring: AddressQuery,
        response: { 200: AddressRefusalsResponse, '4xx': Failure },
      },
    },
    async (request, reply) => {
      const identity = `${request.query.coin}:${request.params.address}`;
      const list = presentRefusals(await readRefusedLogins(ctx, identity));
      return reply.header('cache-control', 'no-store').send(success({ list }));
    },
  );
  done();
};
