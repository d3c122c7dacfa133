import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Failure } from '@openlode/contracts/envelope';
import { AccountParams } from '@openlode/contracts/http/account-params';
import { AccountReferralsResponse } from '@openlode/contracts/http/account-referrals';
import { PageQuery } from '@openlode/contracts/http/page-query';
import { ReferralReportsResponse } from '@openlode/contracts/http/referral-reports';
import { presentReferralReport, presentReferrals } from '../../present/present-referrals.ts';
import { success } from '../../present/success.ts';
import { findMiner } from '../../../domain/miners/find-miner.ts';
import type { ServiceContext } from '../../../domain/kernel/context.ts';
import { readReferralReport } from '../../../domain/views/read-referral-report.ts';
import { readReferrals } from '../../../domain/views/read-referrals.ts';
import { neverStored } from '../plugins/never-stored.ts';

export const accountReferralRoutes: FastifyPluginCallbackTypebox<{ ctx: ServiceContext }> = (
  app,
  { ctx },
  done,
) => {
  app.addHook('onSend', neverStored);
  const common = { tags: ['account'], params: AccountParams };

  app.get(
    '/v5/account/:uuid/referrals',
    {
      schema: {
        ...common,
        summary: 'Own referral codes and the workers that use them',
        querystring: PageQuery,
        response: { 200: AccountReferralsResponse, '4xx': Failure },
      },
    },
    async (request) => {
      const { page = 1 } = request.query;
      return success(presentReferrals(await readReferrals(ctx, request.params.uuid, page)));
    },
  );

  app.get(
    '/v5/account/:uuid/referral/reports',
    {
      schema: {
        ...common,
        summary: 'Active miners with the custom code, by day',
        response: { 200: ReferralReportsResponse, '4xx': Failure },
      },
    },
    async (request) => {
      const miner = await findMiner(ctx, request.params.uuid);
      return success(
        presentReferralReport(miner === undefined ? [] : await readReferralReport(ctx, miner.id)),
      );
    },
  );
  done();
};
