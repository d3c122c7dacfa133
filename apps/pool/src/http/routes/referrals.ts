import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { tiers } from '@openlode/catalogue/tiers';
import { Failure } from '@openlode/contracts/envelope';
import { ReferralInfoResponse } from '@openlode/contracts/http/referral-info';
import { success } from '../../present/success.ts';

export const referralRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  const answer = success({
    tiers: tiers.map((tier) => ({
      code: tier.code,
      name: tier.name,
      minimum_active: tier.minimumActive,
      miner_percentage: tier.minerPercentage,
      owner_percentage: tier.ownerPercentage,
      platform_percentage: tier.platformPercentage,
    })),
  });
  app.get(
    '/v5/referral/info',
    {
      schema: {
        tags: ['pool'],
        summary: 'Tiers of custom referral codes',
        response: { 200: ReferralInfoResponse, '4xx': Failure },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'public, max-age=60').send(answer),
  );
  done();
};
