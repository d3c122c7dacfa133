import { createHash, createHmac } from 'node:crypto';
import { verifyMessage } from '@openlode/mining/signatures/verify-message';
import sql, { type Sql } from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { minerUuid } from '../miners/miner-uuid.ts';
import type { Miner } from '../miners/find-miner.ts';
import type { Queryable } from '../../runtime/database/database.ts';
import type { MinerKey } from '../kernel/work-batch.ts';
import { type ActionRow, actionOf, argumentOf, type OwnerAction } from './owner-action.ts';
import { ownerRules } from '../policy/owner-rules.ts';
import { judgeSource, type SourceMismatch } from './judge-source.ts';
import type { JudgeContext } from './owns-source.ts';
import { familyOf, type PoolName, signingMessage, signingOf } from './signing-message.ts';
import { sourceKey } from '../kernel/source-key.ts';

/** A challenge as the page that asked for it sees it. */
export interface Challenge {
  /** The page's secret: it is needed to collect the token. */
  readonly id: string;
  readonly action: OwnerAction['kind'];
  /** The worker name to start a miner with. */
  readonly worker: string;
  /** A mismatch: a miner with the name was seen, but did not pass; another one still may. */
  readonly state: 'waiting' | SourceMismatch | 'proved' | 'expired';
  /** Once proved, and until it is used. */
  readonly token: string | null;
  /** When the challenge, or its token, ends. */
  readonly expiresAt: number;
  /** The text that a wallet may sign instead of starting a miner; null once that is over. */
  readonly message: string | null;
}

/** Without letters and digits that are taken for each other. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 8;

/** Tells from any other name those that are worth a look into the database. */
export function isChallengeWorker(name: string): boolean {
  return name.length === 10 && /^v-[0-9A-Z]{8}$/.test(name);
}

/** Begins a challenge for one action; the token that comes of it is good for nothing else. */
export async function openChallenge(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'random' | 'secret'>,
  miner: Miner,
  action: OwnerAction,
  pool: PoolName,
): Promise<Challenge> {
  const id = ctx.random.uuid();
  const worker = `v-${codeOf(ctx.random.bytes(codeLength * 2))}`;
  const expiresAt = ctx.clock.now() + ownerRules.challengeMs;
  await ctx.db.query(sql`
    INSERT INTO owner_challenges (id_hash, miner_id, action, argument, worker, expires_at)
    VALUES (${hashOf(id)}, ${miner.id}, ${action.kind}, ${argumentOf(action)}, ${worker}, ${new Date(expiresAt)})`);
  const message = messageOf(ctx.secret, { miner, action, pool, idHash: hashOf(id), expiresAt });
  return { id, action: action.kind, worker, state: 'waiting', token: null, expiresAt, message };
}

/** Two bytes a letter, so that none is noticeably more likely. */
function codeOf(bytes: Uint8Array): string {
  return Array.from({ length: codeLength }, (_, index) => {
    const number = (bytes[2 * index] ?? 0) * 256 + (bytes[2 * index + 1] ?? 0);
    return alphabet[number % alphabet.length];
  }).join('');
}

/** How a challenge stands; undefined for one that the miner does not have. */
export async function readChallenge(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  miner: Miner,
  id: string,
  pool: PoolName,
): Promise<Challenge | undefined> {
  const [row] = await ctx.db.query<
    ActionRow & {
      worker: string;
      expires_at: Date;
      mismatch: SourceMismatch | null;
      proved_at: Date | null;
      used_at: Date | null;
    }
  >(sql`
    SELECT action, argument, worker, expires_at, mismatch, proved_at, used_at FROM owner_challenges
     WHERE id_hash = ${hashOf(id)} AND miner_id = ${miner.id}`);
  if (row === undefined) return undefined;
  const expiresAt = row.expires_at.getTime();
  const common = { id, action: row.action, worker: row.worker, expiresAt, message: null };
  if (expiresAt <= ctx.clock.now() || row.used_at !== null)
    return { ...common, state: 'expired', token: null };
  if (row.proved_at !== null) return { ...common, state: 'proved', token: tokenOf(ctx.secret, id) };
  const signed = { miner, action: actionOf(row), pool, idHash: hashOf(id), expiresAt };
  return {
    ...common,
    state: row.mismatch ?? 'waiting',
    token: null,
    message: messageOf(ctx.secret, signed),
  };
}

/** Passes a challenge where the key of the miner's address signed its message. */
export async function passBySignature(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  miner: Miner,
  signed: { readonly id: string; readonly signature: string; readonly pool: PoolName },
): Promise<'proved' | 'wrong-signature' | 'not-signable' | 'no-challenge'> {
  const challenge = await readChallenge(ctx, miner, signed.id, signed.pool);
  if (challenge === undefined) return 'no-challenge';
  if (challenge.state === 'proved') return 'proved';
  const family = familyOf(miner);
  if (challenge.message === null || family === undefined) return 'not-signable';
  const { address } = miner;
  if (!verifyMessage({ family, address, text: challenge.message }, signed.signature))
    return 'wrong-signature';
  await pass(ctx, hashOf(signed.id));
  return 'proved';
}

interface ToSign {
  readonly miner: Miner;
  readonly action: OwnerAction;
  readonly pool: PoolName;
  readonly idHash: Uint8Array;
  readonly expiresAt: number;
}

/** The nonce follows from the page's id, but does not reveal it: a signed text may be shown to anyone. */
function messageOf(secret: Uint8Array, { idHash, ...signed }: ToSign): string | null {
  if (signingOf(signed.miner) === undefined) return null;
  const nonce = createHmac('sha256', secret).update('owner-nonce').update(idHash).digest('hex').slice(0, 32);
  return signingMessage({ ...signed, nonce });
}

/** A miner has logged in under the name of a challenge. It passes when its source may do what the challenge is for. */
export async function noticeMiner(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'> & JudgeContext,
  seen: {
    readonly miner: Omit<MinerKey, 'network'>;
    readonly worker: string;
    /** Undefined for one that cannot prove ownership. */
    readonly source: string | undefined;
  },
): Promise<'proved' | SourceMismatch | 'no-challenge'> {
  const now = ctx.clock.now();
  const uuid = minerUuid(ctx.secret, seen.miner);
  const [challenge] = await ctx.db.query<ActionRow & { id_hash: Uint8Array; miner_id: bigint }>(sql`
    SELECT id_hash, miner_id, action, argument FROM owner_challenges JOIN miners ON miners.id = miner_id
     WHERE uuid = ${uuid} AND worker = ${seen.worker} AND expires_at > ${new Date(now)} AND proved_at IS NULL`);
  if (challenge === undefined) return 'no-challenge';
  const { id_hash: idHash, miner_id: minerId } = challenge;
  const key = seen.source && sourceKey(ctx.secret, seen.miner, seen.source);
  const judged = await judgeSource(ctx.db, ctx, minerId, actionOf(challenge), key);
  if (judged !== 'owner') {
    await ctx.db.query(sql`
      UPDATE owner_challenges SET mismatch = ${judged} WHERE id_hash = ${idHash} AND proved_at IS NULL`);
    return judged;
  }
  await pass(ctx, idHash);
  return 'proved';
}

/** From here on the token of a challenge can be used. */
async function pass(ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>, idHash: Uint8Array): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.query(sql`
    UPDATE owner_challenges SET proved_at = ${new Date(now)}, expires_at = ${new Date(now + ownerRules.tokenMs)},
           token_hash = ${tokenHashOf(ctx.secret, idHash)}
     WHERE id_hash = ${idHash} AND proved_at IS NULL`);
}

interface TokenUse {
  readonly minerId: bigint;
  readonly action: OwnerAction;
  readonly token: string;
}

/** Whether a token is one for just this action of just this miner, unused and in time. */
export async function isTokenGood(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  use: TokenUse,
): Promise<boolean> {
  const rows = await db.query(sql`SELECT 1 FROM owner_challenges WHERE ${isUsable(use, clock.now())}`);
  return rows.length > 0;
}

/** Uses a token up, in the transaction of its action; false where it is not a good one, or not any more. */
export async function useToken(tx: Queryable, now: number, use: TokenUse): Promise<boolean> {
  const used = await tx.query(sql`
    UPDATE owner_challenges SET used_at = ${new Date(now)} WHERE ${isUsable(use, now)} RETURNING 1`);
  return used.length > 0;
}

function isUsable({ minerId, action, token }: TokenUse, now: number): Sql {
  return sql`token_hash = ${hashOf(token)} AND miner_id = ${minerId} AND action = ${action.kind}
       AND argument = ${argumentOf(action)} AND used_at IS NULL AND expires_at > ${new Date(now)}`;
}

/**
 * The token: 128 bits derived from the page's id and the pool's secret. So a poll whose answer was lost can be repeated, and neither id
 * nor token can be derived from the database.
 */
function tokenOf(secret: Uint8Array, id: string): string {
  return tokenOfHash(secret, hashOf(id));
}

function tokenOfHash(secret: Uint8Array, idHash: Uint8Array): string {
  return createHmac('sha256', secret)
    .update('owner-token')
    .update(idHash)
    .digest()
    .subarray(0, 16)
    .toString('base64url');
}

function tokenHashOf(secret: Uint8Array, idHash: Uint8Array): Buffer {
  return hashOf(tokenOfHash(secret, idHash));
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
