import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import {
  neverMined,
  type OwnerRefusal,
  permitRefusal,
  tooManyTries,
} from '../../present/owner-refusal-text.ts';
import { type Miner, findMiner } from '../../../domain/miners/find-miner.ts';
import type { ServiceContext } from '../../../domain/kernel/context.ts';
import { authorise } from '../../../domain/owners/authorise.ts';
import { findAnswer, keepAnswer } from '../../../domain/owners/kept-answers.ts';
import type { OwnerAction } from '../../../domain/owners/owner-action.ts';
import { type Permit, TokenUsed } from '../../../domain/owners/permit.ts';
import type { PoolName } from '../../../domain/owners/signing-message.ts';
import type { ReserveContext } from '../../../domain/payouts/payout-context.ts';
import { callerAddressOf } from '../caller-address.ts';
import { Refusal } from '../plugins/errors.ts';
import { WindowCounts } from '../../../runtime/window-counts.ts';

/** Failed proofs, and challenges asked for, of one client address at one miner in a minute: a stranger locks out only themselves. */
const triesMax = 5;
const tryWindowMs = 60_000;
/** Client addresses and miners whose tries are counted at once; beyond them the oldest are forgotten. */
const triedMax = 50_000;

export interface OwnerRoutesOptions {
  readonly ctx: ServiceContext;
  readonly payouts: ReserveContext;
  /** Whether a client address can be an owner's at all. */
  readonly mayProve: (clientAddress: string) => boolean;
  readonly addressOf: (request: FastifyRequest) => string;
  readonly switchDelayMs: number;
  /** What a signed message names. */
  readonly pool: PoolName;
}

/** Decides whether a call comes from the owner of a miner, and does what it asks for once. */
export class OwnerGuard {
  readonly #options: OwnerRoutesOptions;
  readonly #failed = new WindowCounts(tryWindowMs);
  readonly #asked = new WindowCounts(tryWindowMs);

  constructor(options: OwnerRoutesOptions) {
    this.#options = options;
  }

  /**
   * Carries an action out for a caller who may. A token that another request used up meanwhile is refused like a bad one, and nothing
   * was changed.
   */
  async permitted<Outcome>(
    request: FastifyRequest,
    uuid: string,
    action: OwnerAction,
    act: (miner: Miner, permit: Permit) => Promise<Outcome>,
  ): Promise<Outcome> {
    const { ctx, mayProve } = this.#options;
    const clientAddress = this.#clientAddressOf(request);
    const proof = this.countProof(request, uuid);
    const refuse = (why: OwnerRefusal): never => {
      proof.failed();
      throw refusal(why);
    };
    const miner = await findMiner(ctx, uuid);
    if (miner === undefined) return refuse(neverMined);
    const token = tokenOf(request.headers.authorization);
    const permit = await authorise(ctx, miner, action, {
      source: mayProve(clientAddress) ? clientAddress : undefined,
      token,
    });
    if ('refused' in permit) return refuse(permitRefusal(permit.refused));
    try {
      return await act(miner, { ...permit, request: request.id });
    } catch (error) {
      if (error instanceof TokenUsed) return refuse(permitRefusal('bad-token'));
      throw error;
    }
  }

  /**
   * Does it once: a request with an `Idempotency-Key` that was answered before gets that answer again, without a proof used up twice.
   * A request that is still being done is not waited for: the second one is refused like any other that comes too late.
   */
  async once<Answer>(request: FastifyRequest, uuid: string, act: () => Promise<Answer>): Promise<Answer> {
    const key = request.headers['idempotency-key'];
    if (key === undefined) return act();
    if (typeof key !== 'string' || !/^[\w-]{1,64}$/.test(key))
      throw new Refusal(400, 'An Idempotency-Key has 1 to 64 letters, digits, hyphens and underscores');
    const { ctx } = this.#options;
    const miner = await findMiner(ctx, uuid);
    if (miner === undefined) throw refusal(neverMined);
    const asked = askedOf(request, this.#clientAddressOf(request));
    const found = await findAnswer(ctx, miner.id, { key, asked });
    if (found.kind === 'used') throw new Refusal(422, 'This Idempotency-Key was used for something else');
    // It is the route's own answer, as it was kept.
    if (found.kind === 'kept') return found.answer as Answer;
    const answer = await act();
    await keepAnswer(ctx, miner.id, { key, asked, answer });
    return answer;
  }

  /** Refuses a client address that asked for too many challenges of this miner; counts this one. */
  countChallenge(request: FastifyRequest, uuid: string): void {
    const tries = this.#triesOf(request, uuid);
    const now = this.#options.ctx.clock.now();
    if (this.#asked.spent(tries, now) >= triesMax) throw refusal(tooManyTries);
    count(this.#asked, tries, now);
  }

  /** Refuses a client address whose proofs for this miner failed too often; answers what counts one more failure. */
  countProof(request: FastifyRequest, uuid: string): { failed(): void } {
    const tries = this.#triesOf(request, uuid);
    const now = this.#options.ctx.clock.now();
    if (this.#failed.spent(tries, now) >= triesMax) throw refusal(tooManyTries);
    return { failed: () => count(this.#failed, tries, now) };
  }

  #clientAddressOf(request: FastifyRequest): string {
    return callerAddressOf(this.#options.addressOf(request));
  }

  #triesOf(request: FastifyRequest, uuid: string): string {
    return `${this.#clientAddressOf(request)} ${uuid.toLowerCase()}`;
  }
}

export function refusal({ status, text }: OwnerRefusal): Refusal {
  return new Refusal(status, text);
}

/** Before anything turns text into what it looks like: `"true"` is not `true`. */
export function strictly(schema: TSchema, text: string) {
  return async (request: { readonly body: unknown }): Promise<void> => {
    if (!Check(schema, request.body)) throw new Refusal(400, text);
  };
}

function tokenOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : authorization.replace(/^Owner /, '');
}

/** What was asked and by which right: a token, or the place it came from. */
function askedOf(request: FastifyRequest, clientAddress: string): Uint8Array {
  const { authorization } = request.headers;
  const right = authorization ?? clientAddress;
  return createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null, right]))
    .digest();
}

function count(counts: WindowCounts, tries: string, now: number): void {
  counts.spend(tries, now);
  counts.forget(now, triedMax);
}
