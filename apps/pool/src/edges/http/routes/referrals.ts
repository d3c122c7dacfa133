import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { tiers } from '@openlode/catalogue/tiers';
import { Failure } from '@openlode/contracts/envelope';
import { ReferralCodeParams, ReferralCodeResponse } from '@openlode/contracts/http/referral-code';
import { ReferralInfoResponse, type Tier } from '@openlode/contracts/http/referral-info';
import { success } from '../../present/success.ts';
import type { ServiceContext } from '../../../domain/kernel/context.ts';
import { readReferralCode } from '../../../domain/views/read-referral-code.ts';

const presentedTiers: readonly Tier[] = tiers.map((tier) => ({
  code: tier.code,
  name: tier.name,
  minimum_active: tier.minimumActive,
  miner_percentage: tier.minerPercentage,
  owner_percentage: tier.ownerPercentage,
  platform_percentage: tier.platformPercentage,
}));

export const referralRoutes: FastifyPluginCallbackTypebox<{ ctx: Pick<ServiceContext, 'db'> }> = (
  app,
  { ctx },
  done,
) => {
  const answer = success({ tiers: [...presentedTiers] });
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
  app.get(
    '/v5/referral/code/:code',
    {
      schema: {
        tags: ['pool'],
        summary: 'Whether a referral code exists, and its tier',
        params: ReferralCodeParams,
        response: { 200: ReferralCodeResponse, '4xx': Failure },
      },
    },
    async (request, reply) => {
      const outcome = await readReferralCode(ctx, request.params.code);
      const tier =
        outcome.kind === 'custom' ? presentedTiers.find(({ code }) => code === outcome.tier) : null;
      const data = {
        exists: outcome.kind !== 'unknown',
        custom: outcome.kind === 'custom',
        tier: tier ?? null,
      };
      return reply.header('cache-control', 'no-store').send(success(data));
    },
  );
  done();
};
