import { createHash } from 'node:crypto';
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
import {
  OwnerChallengeBody,
  OwnerChallengeParams,
  OwnerChallengeResponse,
  OwnerSignatureBody,
} from '@openlode/contracts/http/owner-challenge';
import { formatAmount } from '@openlode/money/amount';
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import {
  neverMined,
  noSuchChallenge,
  type OwnerRefusal,
  payRefusal,
  permitRefusal,
  signatureRefusal,
  switchRefusal,
  tooManyTries,
} from '../../present/owner-refusal-text.ts';
import { success } from '../../present/success.ts';
import { type Account, findAccount } from '../../../domain/accounts/find-account.ts';
import type { ServiceContext } from '../../../domain/kernel/context.ts';
import { authorise } from '../../../domain/owners/authorise.ts';
import {
  type Challenge,
  openChallenge,
  passBySignature,
  readChallenge,
} from '../../../domain/owners/challenges.ts';
import { findAnswer, keepAnswer } from '../../../domain/owners/kept-answers.ts';
import { announceSwitch, cancelSwitch } from '../../../domain/owners/network-switches.ts';
import type { OwnerAction } from '../../../domain/owners/owner-action.ts';
import { payForOwner, setAutoPayForOwner } from '../../../domain/owners/owner-pays.ts';
import { type Permit, TokenUsed } from '../../../domain/owners/permit.ts';
import { type PoolName, signingOf } from '../../../domain/owners/signing-message.ts';
import type { ReserveContext } from '../../../domain/payouts/payout-context.ts';
import { callSource } from '../call-source.ts';
import { refuseForms } from '../plugins/same-site.ts';
import { Refusal } from '../plugins/errors.ts';
import { TryCounts } from '../try-counts.ts';

/** Failed proofs, and challenges asked for, of one source at one account in a minute: a stranger locks out only themselves. */
const triesMax = 5;

export interface OwnerRoutesOptions {
  readonly ctx: ServiceContext;
  readonly payouts: ReserveContext;
  /** Whether a source can be an owner's at all. */
  readonly mayProve: (source: string) => boolean;
  readonly addressOf: (request: FastifyRequest) => string;
  readonly switchDelayMs: number;
  /** What a signed message names. */
  readonly pool: PoolName;
}

/** What the owner of an account may do. Others are refused, and nothing changes. */
export const ownerRoutes: FastifyPluginCallbackTypebox<OwnerRoutesOptions> = (app, options, done) => {
  const { ctx, payouts, mayProve, addressOf, switchDelayMs, pool } = options;
  const failed = new TryCounts(triesMax);
  const asked = new TryCounts(triesMax);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (request.method !== 'GET') refuseForms(request);
  });
  const common = { tags: ['owner'], params: AccountParams };

  /**
   * Carries an action out for a caller who may. A token that another request used up meanwhile is refused like a bad one, and nothing
   * was changed.
   */
  async function permitted<Outcome>(
    request: FastifyRequest,
    uuid: string,
    action: OwnerAction,
    act: (account: Account, permit: Permit) => Promise<Outcome>,
  ): Promise<Outcome> {
    const source = callSource(addressOf(request));
    const tries = `${source} ${uuid.toLowerCase()}`;
    const now = ctx.clock.now();
    if (failed.isOver(tries, now)) throw refusal(tooManyTries);
    const refuse = (why: OwnerRefusal): never => {
      failed.add(tries, now);
      throw refusal(why);
    };
    const account = await findAccount(ctx, uuid);
    if (account === undefined) return refuse(neverMined);
    const token = tokenOf(request.headers.authorization);
    const permit = await authorise(ctx, account, action, {
      source: mayProve(source) ? source : undefined,
      token,
    });
    if ('refused' in permit) return refuse(permitRefusal(permit.refused));
    try {
      return await act(account, permit);
    } catch (error) {
      if (error instanceof TokenUsed) return refuse(permitRefusal('bad-token'));
      throw error;
    }
  }

  /**
   * Does it once: a request with an `Idempotency-Key` that was answered before gets that answer again, without a proof used up twice.
   * A request that is still being done is not waited for: the second one is refused like any other that comes too late.
   */
  async function once<Answer>(
    request: FastifyRequest,
    uuid: string,
    act: () => Promise<Answer>,
  ): Promise<Answer> {
    const key = request.headers['idempotency-key'];
    if (key === undefined) return act();
    if (typeof key !== 'string' || !/^[\w-]{1,64}$/.test(key))
      throw new Refusal(400, 'An Idempotency-Key has 1 to 64 letters, digits, hyphens and underscores');
    const account = await findAccount(ctx, uuid);
    if (account === undefined) throw refusal(neverMined);
    const asked = askedOf(request, callSource(addressOf(request)));
    const found = await findAnswer(ctx, account.id, { key, asked });
    if (found.kind === 'used') throw new Refusal(422, 'This Idempotency-Key was used for something else');
    // It is the route's own answer, as it was kept.
    if (found.kind === 'kept') return found.answer as Answer;
    const answer = await act();
    await keepAnswer(ctx, account.id, { key, asked, answer });
    return answer;
  }

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
      once(request, request.params.uuid, async () => {
        const { setting } = request.body;
        const action = { kind: 'auto_pay', on: setting } as const;
        await permitted(request, request.params.uuid, action, (account, permit) =>
          setAutoPayForOwner(ctx, account, setting, permit),
        );
        return success({ auto: setting }, 'Your settings have been updated!');
      }),
  });

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
      once(request, request.params.uuid, () =>
        permitted(request, request.params.uuid, { kind: 'pay' }, async (account, permit) => {
          const outcome = await payForOwner(payouts, account, permit);
          if (outcome.kind !== 'reserved') throw refusal(payRefusal(account, outcome));
          const { id, amount } = outcome;
          return success(
            {
              id: Number(id),
              status: 'pending' as const,
              amount: formatAmount(amount),
              network: account.network,
            },
            'Your payment have been initiated!',
          );
        }),
      ),
  );

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
      once(request, request.params.uuid, () => {
        const { network } = request.query;
        const action = { kind: 'switch', network } as const;
        return permitted(request, request.params.uuid, action, async (account, permit) => {
          const outcome = await announceSwitch(ctx, account, { network, delayMs: switchDelayMs, permit });
          if (outcome.kind !== 'announced') throw refusal(switchRefusal(account, network, outcome));
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
      permitted(request, request.params.uuid, { kind: 'cancel_switch' }, async (account, permit) => {
        const outcome = await cancelSwitch(ctx, account, permit);
        if (outcome.kind !== 'cancelled') throw new Refusal(409, 'No switch is announced');
        return success({ network: outcome.network }, `Payouts stay on ${outcome.network}`);
      }),
  );

  app.post(
    '/v1/address/:uuid/challenge',
    {
      schema: {
        ...common,
        summary: 'Begin a worker challenge',
        body: OwnerChallengeBody,
        response: { 200: OwnerChallengeResponse, '4xx': Failure },
      },
      preValidation: strictly(
        OwnerChallengeBody,
        'action must be pay, auto_pay, switch or cancel_switch, with setting or network beside it',
      ),
    },
    async (request) => {
      const action = actionOf(request.body);
      if (action === undefined) throw new Refusal(400, 'The challenge must say what exactly will be done');
      const { uuid } = request.params;
      const tries = `${callSource(addressOf(request))} ${uuid.toLowerCase()}`;
      if (asked.isOver(tries, ctx.clock.now())) throw refusal(tooManyTries);
      asked.add(tries, ctx.clock.now());
      const account = await findAccount(ctx, uuid);
      if (account === undefined) throw refusal(neverMined);
      return success(present(account, await openChallenge(ctx, account, action, pool)));
    },
  );

  app.get(
    '/v1/address/:uuid/challenge/:id',
    {
      schema: {
        ...common,
        params: OwnerChallengeParams,
        summary: 'How a worker challenge stands',
        response: { 200: OwnerChallengeResponse, '4xx': Failure },
      },
    },
    async (request) => {
      const { uuid, id } = request.params;
      const account = await findAccount(ctx, uuid);
      const challenge = account && (await readChallenge(ctx, account, id.toLowerCase(), pool));
      if (account === undefined || challenge === undefined) throw refusal(noSuchChallenge);
      return success(present(account, challenge));
    },
  );

  app.post(
    '/v1/address/:uuid/challenge/:id/signature',
    {
      schema: {
        ...common,
        params: OwnerChallengeParams,
        summary: 'Pass a challenge by a wallet signature of its message',
        body: OwnerSignatureBody,
        response: { 200: OwnerChallengeResponse, '4xx': Failure },
      },
      preValidation: strictly(OwnerSignatureBody, 'signature must be a text of at most 512 characters'),
    },
    async (request) => {
      const { uuid } = request.params;
      const id = request.params.id.toLowerCase();
      const tries = `${callSource(addressOf(request))} ${uuid.toLowerCase()}`;
      if (failed.isOver(tries, ctx.clock.now())) throw refusal(tooManyTries);
      const account = await findAccount(ctx, uuid);
      if (account === undefined) throw refusal(neverMined);
      const outcome = await passBySignature(ctx, account, { id, signature: request.body.signature, pool });
      if (outcome !== 'proved') {
        failed.add(tries, ctx.clock.now());
        throw refusal(signatureRefusal(outcome));
      }
      const challenge = await readChallenge(ctx, account, id, pool);
      if (challenge === undefined) throw refusal(noSuchChallenge);
      return success(present(account, challenge));
    },
  );
  done();
};

function refusal({ status, text }: OwnerRefusal): Refusal {
  return new Refusal(status, text);
}

/** Before anything turns text into what it looks like: `"true"` is not `true`. */
function strictly(schema: TSchema, text: string) {
  return async (request: { readonly body: unknown }): Promise<void> => {
    if (!Check(schema, request.body)) throw new Refusal(400, text);
  };
}

function tokenOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : authorization.replace(/^Owner /, '');
}

/** What was asked and by which right: a token, or the place it came from. */
function askedOf(request: FastifyRequest, source: string): Uint8Array {
  const { authorization } = request.headers;
  const right = authorization ?? source;
  return createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null, right]))
    .digest();
}

function actionOf(body: OwnerChallengeBody): OwnerAction | undefined {
  const { action, setting, network } = body;
  if (action === 'auto_pay')
    return setting === undefined || network !== undefined ? undefined : { kind: action, on: setting };
  if (setting !== undefined) return undefined;
  if (action === 'switch') return network === undefined ? undefined : { kind: action, network };
  return network === undefined ? { kind: action } : undefined;
}

function present(account: Account, { expiresAt, ...challenge }: Challenge): OwnerChallengeResponse['data'] {
  return { ...challenge, signing: signingOf(account) ?? null, expires_at: expiresAt };
}
