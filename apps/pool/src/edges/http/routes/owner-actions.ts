import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Failure } from '@openlode/contracts/envelope';
import { AccountParams } from '@openlode/contracts/http/account-params';
import {
  AutoPayBody,
  AutoPayResponse,
  CancelSwitchResponse,
  PayNowResponse,
  SwitchNetworkQuery,
  SwitchNetworkResponse,
} from '@openlode/contracts/http/owner-actions';
import { formatAmount } from '@openlode/money/amount';
import { payRefusal, switchRefusal } from '../../present/owner-refusal-text.ts';
import { success } from '../../present/success.ts';
import { paysHereBy } from '../../../domain/kernel/rails.ts';
import { announceSwitch, cancelSwitch } from '../../../domain/owners/network-switches.ts';
import { payForOwner, setAutoPayForOwner } from '../../../domain/owners/owner-pays.ts';
import { OwnerGuard, type OwnerRoutesOptions, refusal, strictly } from './owner-guard.ts';
import { challengeRoutes } from './owner-challenges.ts';
import { refuseForms } from '../plugins/same-site.ts';
import { Refusal } from '../plugins/errors.ts';
import { requestIdHeader } from '../request-id.ts';

type OwnerApp = Parameters<FastifyPluginCallbackTypebox<OwnerRoutesOptions>>[0];

const common = { tags: ['owner'], params: AccountParams };

/** What the owner of a miner may do. A caller that may not is refused, and nothing changes. */
export const ownerRoutes: FastifyPluginCallbackTypebox<OwnerRoutesOptions> = (app, options, done) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store').header(requestIdHeader, request.id);
    if (request.method !== 'GET') refuseForms(request);
  });
  const guard = new OwnerGuard(options);
  autoPayRoute(app, guard, options);
  payRoute(app, guard, options);
  switchRoutes(app, guard, options);
  challengeRoutes(app, guard, options);
  done();
};

function autoPayRoute(app: OwnerApp, guard: OwnerGuard, { ctx }: OwnerRoutesOptions): void {
  app.route({
    method: ['POST', 'PUT'],
    url: '/v1/address/:uuid/setting/auto_pay',
    schema: {
      ...common,
      summary: 'Switch automatic payouts on or off',
      body: AutoPayBody,
      response: { 200: AutoPayResponse, '4xx': Failure },
    },
    preValidation: strictly(AutoPayBody, 'setting must be true or false, and the only field'),
    handler: (request) =>
      guard.once(request, request.params.uuid, async () => {
        const { setting } = request.body;
        const action = { kind: 'auto_pay', on: setting } as const;
        await guard.permitted(request, request.params.uuid, action, (miner, permit) =>
          setAutoPayForOwner(ctx, miner, setting, permit),
        );
        return success({ auto: setting }, 'Your settings have been updated!');
      }),
  });
}

function payRoute(app: OwnerApp, guard: OwnerGuard, { payouts }: OwnerRoutesOptions): void {
  app.post(
    '/v3/address/:uuid/pay',
    {
      schema: {
        ...common,
        summary: 'Pay out now',
        response: { 200: PayNowResponse, '4xx': Failure, '5xx': Failure },
      },
    },
    (request) =>
      guard.once(request, request.params.uuid, () =>
        guard.permitted(request, request.params.uuid, { kind: 'pay' }, async (miner, permit) => {
          const outcome = await payForOwner(payouts, miner, permit);
          if (outcome.kind !== 'reserved') throw refusal(payRefusal(miner, outcome));
          const { id, amount } = outcome;
          return success(
            {
              id: Number(id),
              status: 'pending' as const,
              amount: formatAmount(amount),
              network: miner.network,
            },
            'Your payment have been initiated!',
          );
        }),
      ),
  );
}

function switchRoutes(
  app: OwnerApp,
  guard: OwnerGuard,
  { ctx, payouts, switchDelayMs }: OwnerRoutesOptions,
): void {
  app.post(
    '/v3/address/:uuid/switch',
    {
      schema: {
        ...common,
        summary: 'Be paid on another network, after a delay',
        querystring: SwitchNetworkQuery,
        response: { 200: SwitchNetworkResponse, '4xx': Failure },
      },
    },
    (request) =>
      guard.once(request, request.params.uuid, () => {
        const { network } = request.query;
        const action = { kind: 'switch', network } as const;
        return guard.permitted(request, request.params.uuid, action, async (miner, permit) => {
          const outcome = await announceSwitch(ctx, miner, {
            network,
            delayMs: switchDelayMs,
            permit,
            paysHere: paysHereBy(payouts.rails),
          });
          if (outcome.kind !== 'announced') throw refusal(switchRefusal(miner, network, outcome));
          return success({ network, at: outcome.at }, 'The network switch is scheduled.');
        });
      }),
  );

  app.delete(
    '/v3/address/:uuid/switch',
    {
      schema: {
        ...common,
        summary: 'Cancel an announced switch of network',
        response: { 200: CancelSwitchResponse, '4xx': Failure },
      },
    },
    (request) =>
      guard.permitted(request, request.params.uuid, { kind: 'cancel_switch' }, async (miner, permit) => {
        const outcome = await cancelSwitch(ctx, miner, permit);
        if (outcome.kind !== 'cancelled') throw new Refusal(409, 'No switch is announced');
        return success({ network: outcome.network }, `Payouts stay on ${outcome.network}`);
      }),
  );
}
