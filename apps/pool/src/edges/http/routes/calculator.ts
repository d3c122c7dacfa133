import formbody from '@fastify/formbody';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { findCoin } from '@openlode/catalogue/coins';
import { chainsPaidHere, type PaysHere } from '@openlode/mining/paid-here';
import { Failure } from '@openlode/contracts/envelope';
import { CalculateRewardBody, CalculateRewardResponse } from '@openlode/contracts/http/calculate-reward';
import { presentAssumptions } from '../../present/present-assumptions.ts';
import { plainDecimal } from '@openlode/money/decimal-text';
import { calculateReward } from '../../../domain/views/calculate-reward.ts';
import type { ServiceContext } from '../../../domain/kernel/context.ts';
import type { Yields } from '../../../domain/kernel/yields.ts';
import { Refusal } from '../plugins/errors.ts';

/** Below it a number has more decimals than an estimate is calculated and written with. */
const hashrateMin = 1e-36;

export const calculatorRoutes: FastifyPluginAsyncTypebox<{
  ctx: Pick<ServiceContext, 'rates' | 'clock' | 'conversionSpreads'> & { readonly yields: Yields };
  fiatPerUsd: Readonly<Record<string, string>>;
  /** Where the pool pays. */
  paysHere: PaysHere;
}> = async (app, { ctx, fiatPerUsd, paysHere }) => {
  // Existing clients send a form.
  await app.register(formbody, { bodyLimit: 1024 });
  app.post(
    '/v3/calculate/reward',
    {
      schema: {
        tags: ['pool'],
        summary: 'What a hashrate earns',
        body: CalculateRewardBody,
        response: { 200: CalculateRewardResponse, '4xx': Failure, '5xx': Failure },
      },
    },
    async (request, reply) => {
      const { algo, coin, mh } = request.body;
      if (typeof mh === 'number' && mh > 0 && mh < hashrateMin)
        throw new Refusal(400, `A hashrate above 0 must be at least ${hashrateMin}`);
      const asked = findCoin(coin);
      if (asked !== undefined && chainsPaidHere(asked, paysHere).length === 0)
        throw new Refusal(404, `This pool pays no new work in ${asked.symbol}`);
      const hashrate = typeof mh === 'number' ? plainDecimal(mh) : mh;
      const outcome = calculateReward(ctx, { algorithm: algo, coin, hashrate });
      switch (outcome.kind) {
        case 'unknown-algorithm':
          throw new Refusal(404, `There is no algorithm ${algo}`);
        case 'unknown-coin':
          throw new Refusal(404, `There is no coin ${coin}`);
        case 'no-price':
          throw new Refusal(503, `There is no fresh rate of ${outcome.asset}`);
        case 'estimate':
          return reply.header('cache-control', 'no-store').send({
            algo,
            coin: outcome.coin,
            per_day: outcome.perDay,
            per_month: outcome.perMonth,
            assumptions: presentAssumptions(outcome.assumptions, fiatPerUsd),
          });
      }
    },
  );
};
