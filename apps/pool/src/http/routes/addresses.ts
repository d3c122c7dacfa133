import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Failure } from '@openlode/contracts/envelope';
import { AddressParams, AddressQuery, AddressResponse } from '@openlode/contracts/http/address';
import { AddressRefusalsResponse } from '@openlode/contracts/http/address-refusals';
import { type LookUpOutcome, lookUpAddress } from '../../services/accounts/look-up-address.ts';
import { openAccount } from '../../services/accounts/open-account.ts';
import { readRefusedLogins } from '../../services/accounts/refused-logins.ts';
import type { ServiceContext } from '../../services/context.ts';
import type { Rail } from '../../services/ports/rail.ts';
import { CallCounts } from '../call-counts.ts';
import { callSource } from '../call-source.ts';
import { Refusal } from '../plugins/errors.ts';
import { addressRefusalText } from '../../present/address-refusal-text.ts';
import { asListed } from '../../present/present-coin.ts';
import { presentAddress } from '../../present/present-address.ts';
import { presentRefusals } from '../../present/present-refusals.ts';
import { success } from '../../present/success.ts';

/** Accounts that one source may open in a minute: each is a row that stays for half a year. */
const openedPerMinuteMax = 10;

export const addressRoutes: FastifyPluginCallbackTypebox<{
  ctx: ServiceContext;
  rail: Pick<Rail, 'pays'>;
  delisted: () => ReadonlySet<string>;
}> = (app, { ctx, rail, delisted }, done) => {
  const opened = new CallCounts();
  const present = (coin: string, outcome: LookUpOutcome) => {
    if (outcome.kind === 'unknown-coin') throw new Refusal(404, `There is no coin ${coin}`);
    if (outcome.kind === 'bad-address') throw new Refusal(404, addressRefusalText(coin, outcome.outcome));
    const listed = { ...outcome, coin: asListed(outcome.coin, delisted()) };
    return success(presentAddress(listed, (symbol, network) => rail.pays(symbol, network)));
  };
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
      return reply.header('cache-control', 'no-store').send(present(coin, outcome));
    },
  );

  app.post(
    '/v5/address/:address/code',
    {
      schema: {
        tags: ['account'],
        summary: 'Open the account of an address that nobody has mined to, for its referral code',
        params: AddressParams,
        querystring: AddressQuery,
        response: { 200: AddressResponse, '4xx': Failure },
      },
    },
    async (request, reply) => {
      const { current, leftMs } = opened.add(callSource(request.ip));
      if (current > openedPerMinuteMax) {
        void reply.header('retry-after', Math.ceil(leftMs / 1000));
        throw new Refusal(429, 'Too many codes were asked for. Try again in a minute.');
      }
      const { coin } = request.query;
      const outcome = await openAccount(ctx, { coin, text: request.params.address });
      return reply.header('cache-control', 'no-store').send(present(coin, outcome));
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
