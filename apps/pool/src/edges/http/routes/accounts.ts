import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Failure } from '@openlode/contracts/envelope';
import { AccountEventsResponse, EventsQuery } from '@openlode/contracts/http/account-events';
import { AccountParams } from '@openlode/contracts/http/account-params';
import { AccountRejectsResponse } from '@openlode/contracts/http/account-rejects';
import { type AccountStats, AccountStatsResponse } from '@openlode/contracts/http/account-stats';
import { AccountSummaryResponse } from '@openlode/contracts/http/account-summary';
import {
  AccountWorkersResponse,
  WorkersPageQuery,
  WorkersQuery,
  workersPageMax,
} from '@openlode/contracts/http/account-workers';
import { minerIdOf } from '../../../domain/miners/find-miner.ts';
import { readStats } from '../../../domain/views/read-stats.ts';
import type { ServiceContext } from '../../../domain/kernel/context.ts';
import { readEvents } from '../../../domain/views/read-events.ts';
import { readHashrateSeries, readReportedSeries } from '../../../domain/views/read-hashrate-series.ts';
import { readRejects } from '../../../domain/views/read-rejects.ts';
import { readSummary } from '../../../domain/views/read-summary.ts';
import type { WorkersPage } from '../../../domain/views/page-of-workers.ts';
import { readWorkers } from '../../../domain/views/read-workers.ts';
import { feePercent } from '../../present/fee-percent.ts';
import { presentEvent } from '../../present/present-event.ts';
import { presentRejects } from '../../present/present-rejects.ts';
import { presentStats } from '../../present/present-stats.ts';
import { presentSummary } from '../../present/present-summary.ts';
import { presentWorkers } from '../../present/present-workers.ts';
import { success } from '../../present/success.ts';
import { neverStored } from '../plugins/never-stored.ts';

const noSummary = { timestamp: null, raw: { worker_count: 0, algorithm_count: 0, hr: {} } };

/** Reads of one miner. A well-formed id without any accepted share answers empty data: its first share may be on the way. */
export const accountRoutes: FastifyPluginCallbackTypebox<{ ctx: ServiceContext }> = (app, { ctx }, done) => {
  app.addHook('onSend', neverStored);
  workRoutes(app, ctx);
  moneyRoutes(app, ctx);
  done();
};

type AccountApp = Parameters<typeof accountRoutes>[0];

const common = { tags: ['account'], params: AccountParams };

function workRoutes(app: AccountApp, ctx: ServiceContext): void {
  app.get(
    '/v5/account/:uuid/summary',
    {
      schema: {
        ...common,
        summary: 'Workers and hashrate now',
        response: { 200: AccountSummaryResponse, '4xx': Failure },
      },
    },
    async (request) => {
      const summary = await readSummary(ctx, request.params.uuid);
      return success(summary === undefined ? noSummary : presentSummary(summary));
    },
  );

  app.get(
    '/v5/account/:uuid/workers',
    {
      schema: {
        ...common,
        summary: 'Workers and charts by algorithm',
        querystring: WorkersQuery,
        response: { 200: AccountWorkersResponse, '4xx': Failure },
      },
    },
    async (request) => {
      const miner = minerIdOf(request.params.uuid);
      const period = request.query.period === '24h' ? 'past-day' : 'past-hour';
      const [workers, calculated, reported] = await Promise.all([
        readWorkers(ctx, miner, pageOf(request.query)),
        readHashrateSeries(ctx, miner, period),
        readReportedSeries(ctx, miner, period),
      ]);
      return success(presentWorkers(workers, { calculated, reported }));
    },
  );

  app.get(
    '/v5/account/:uuid/rejects',
    {
      schema: {
        ...common,
        summary: 'Accepted and refused shares by worker',
        querystring: WorkersPageQuery,
        response: { 200: AccountRejectsResponse, '4xx': Failure },
      },
    },
    async (request) => {
      const workers = await readRejects(ctx, minerIdOf(request.params.uuid), pageOf(request.query));
      return success({ list: presentRejects(workers) });
    },
  );
}

function moneyRoutes(app: AccountApp, ctx: ServiceContext): void {
  app.get(
    '/v5/account/:uuid/stats',
    {
      schema: {
        ...common,
        summary: 'Balances and rewards',
        response: { 200: AccountStatsResponse, '4xx': Failure },
      },
    },
    async (request) => {
      const stats = await readStats(ctx, request.params.uuid);
      return success(stats === undefined ? noStats(ctx.clock.now()) : presentStats(stats));
    },
  );

  app.get(
    '/v5/account/:uuid/events',
    {
      schema: {
        ...common,
        summary: 'Rewards, workers and payouts as they happened',
        querystring: EventsQuery,
        response: { 200: AccountEventsResponse, '4xx': Failure },
      },
    },
    async (request) => {
      const { page = 1, type = '', after } = request.query;
      const types = type.split(',').filter(Boolean);
      const miner = minerIdOf(request.params.uuid);
      const events = await readEvents(ctx, miner, { page, types, after });
      const { owner } = events;
      return success({
        list: owner === undefined ? [] : events.list.map((event) => presentEvent(owner, event)),
        has_next: events.hasNext,
        has_prev: events.hasPrevious,
      });
    },
  );
}

function pageOf({ page = 1, limit = workersPageMax }: WorkersPageQuery): WorkersPage {
  return { page, limit };
}

function noStats(now: number): AccountStats {
  const spans = [now, now] as [number, number];
  return {
    coin: null,
    network: null,
    balance: '0',
    balance_mining: '0',
    balance_referral: '0',
    rewarded: { past_24h: '0', past_7d: '0', past_30d: '0' },
    rewarded_timestamp: { past_24h: spans, past_7d: spans, past_30d: spans },
    payday: { credited_past_day: '0', rewarded_yesterday: false },
    paid: '0',
    payments: 0,
    last_payment: null,
    payment_threshold: null,
    mining_fee: feePercent,
  };
}
