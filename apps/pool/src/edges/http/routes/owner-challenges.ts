import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Failure } from '@openlode/contracts/envelope';
import { AccountParams } from '@openlode/contracts/http/account-params';
import {
  OwnerChallengeBody,
  OwnerChallengeParams,
  OwnerChallengeResponse,
  OwnerSignatureBody,
} from '@openlode/contracts/http/owner-challenge';
import { neverMined, noSuchChallenge, signatureRefusal } from '../../present/owner-refusal-text.ts';
import { success } from '../../present/success.ts';
import { type Miner, findMiner } from '../../../domain/miners/find-miner.ts';
import {
  type Challenge,
  openChallenge,
  passBySignature,
  readChallenge,
} from '../../../domain/owners/challenges.ts';
import type { OwnerAction } from '../../../domain/owners/owner-action.ts';
import { signingOf } from '../../../domain/owners/signing-message.ts';
import { type OwnerGuard, type OwnerRoutesOptions, refusal, strictly } from './owner-guard.ts';
import { Refusal } from '../plugins/errors.ts';

type OwnerApp = Parameters<FastifyPluginCallbackTypebox<OwnerRoutesOptions>>[0];

const common = { tags: ['owner'], params: AccountParams };

/** Ways to prove that one owns a miner: a worker challenge, and the signature of a wallet. */
export function challengeRoutes(app: OwnerApp, guard: OwnerGuard, options: OwnerRoutesOptions): void {
  openRoute(app, guard, options);
  readRoute(app, options);
  signatureRoute(app, guard, options);
}

function openRoute(app: OwnerApp, guard: OwnerGuard, { ctx, pool }: OwnerRoutesOptions): void {
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
      guard.countChallenge(request, uuid);
      const miner = await findMiner(ctx, uuid);
      if (miner === undefined) throw refusal(neverMined);
      return success(present(miner, await openChallenge(ctx, miner, action, pool)));
    },
  );
}

function readRoute(app: OwnerApp, { ctx, pool }: OwnerRoutesOptions): void {
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
      const miner = await findMiner(ctx, uuid);
      const challenge = miner && (await readChallenge(ctx, miner, id.toLowerCase(), pool));
      if (miner === undefined || challenge === undefined) throw refusal(noSuchChallenge);
      return success(present(miner, challenge));
    },
  );
}

function signatureRoute(app: OwnerApp, guard: OwnerGuard, { ctx, pool }: OwnerRoutesOptions): void {
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
      const proof = guard.countProof(request, uuid);
      const miner = await findMiner(ctx, uuid);
      if (miner === undefined) throw refusal(neverMined);
      const outcome = await passBySignature(ctx, miner, { id, signature: request.body.signature, pool });
      if (outcome !== 'proved') {
        proof.failed();
        throw refusal(signatureRefusal(outcome));
      }
      const challenge = await readChallenge(ctx, miner, id, pool);
      if (challenge === undefined) throw refusal(noSuchChallenge);
      return success(present(miner, challenge));
    },
  );
}

function actionOf(body: OwnerChallengeBody): OwnerAction | undefined {
  const { action, setting, network } = body;
  if (action === 'auto_pay')
    return setting === undefined || network !== undefined ? undefined : { kind: action, on: setting };
  if (setting !== undefined) return undefined;
  if (action === 'switch') return network === undefined ? undefined : { kind: action, network };
  return network === undefined ? { kind: action } : undefined;
}

function present(miner: Miner, { expiresAt, ...challenge }: Challenge): OwnerChallengeResponse['data'] {
  return { ...challenge, signing: signingOf(miner) ?? null, expires_at: expiresAt };
}
