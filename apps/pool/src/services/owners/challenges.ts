import { createHash, createHmac } from 'node:crypto';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../context.ts';
import { accountUuid } from '../accounts/account-uuid.ts';
import type { AccountKey } from '../work/work-batch.ts';
import { argumentOf, type OwnerAction } from './owner-action.ts';
import { ownerRules } from './owner-rules.ts';
import { ownsSource } from './owns-source.ts';
import { sourceKey } from './source-key.ts';

/** A challenge as the page that asked for it sees it. */
export interface Challenge {
  /** The page's secret: whoever knows it collects the token. */
  readonly id: string;
  readonly action: OwnerAction['kind'];
  /** The worker name to start a miner with. */
  readonly worker: string;
  /** `strange`: a miner with the name was seen, but not where the owner mines; it may still come from there. */
  readonly state: 'waiting' | 'strange' | 'proved' | 'expired';
  /** Once proved, and until it is used. */
  readonly token: string | null;
  /** When the challenge, or its token, ends. */
  readonly expiresAt: number;
}

/** Without letters and digits that are taken for each other. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 8;

/** Tells from any other name those that are worth a look into the books. */
export function isChallengeWorker(name: string): boolean {
  return name.length === 10 && /^v-[0-9A-Z]{8}$/.test(name);
}

/** Begins a challenge for one action; the token that comes of it is good for nothing else. */
export async function openChallenge(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'random'>,
  accountId: bigint,
  action: OwnerAction,
): Promise<Challenge> {
  const id = ctx.random.uuid();
  const worker = `v-${codeOf(ctx.random.bytes(codeLength * 2))}`;
  const expiresAt = ctx.clock.now() + ownerRules.challengeMs;
  await ctx.db.query(sql`
    INSERT INTO owner_challenges (id_hash, account_id, action, argument, worker, expires_at)
    VALUES (${hashOf(id)}, ${accountId}, ${action.kind}, ${argumentOf(action)}, ${worker}, ${new Date(expiresAt)})`);
  return { id, action: action.kind, worker, state: 'waiting', token: null, expiresAt };
}

/** Two bytes a letter, so that none is noticeably more likely. */
function codeOf(bytes: Uint8Array): string {
  return Array.from({ length: codeLength }, (_, index) => {
    const number = (bytes[2 * index] ?? 0) * 256 + (bytes[2 * index + 1] ?? 0);
    return alphabet[number % alphabet.length];
  }).join('');
}

/** How a challenge stands; undefined for one that the account does not have. */
export async function readChallenge(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  accountId: bigint,
  id: string,
): Promise<Challenge | undefined> {
  const [row] = await ctx.db.query<{
    action: OwnerAction['kind'];
    worker: string;
    expires_at: Date;
    strange_at: Date | null;
    proved_at: Date | null;
    used_at: Date | null;
  }>(sql`
    SELECT action, worker, expires_at, strange_at, proved_at, used_at FROM owner_challenges
     WHERE id_hash = ${hashOf(id)} AND account_id = ${accountId}`);
  if (row === undefined) return undefined;
  const expiresAt = row.expires_at.getTime();
  const common = { id, action: row.action, worker: row.worker, expiresAt };
  if (expiresAt <= ctx.clock.now() || row.used_at !== null)
    return { ...common, state: 'expired', token: null };
  if (row.proved_at !== null) return { ...common, state: 'proved', token: tokenOf(ctx.secret, id) };
  return { ...common, state: row.strange_at === null ? 'waiting' : 'strange', token: null };
}

/** A miner has logged in under the name of a challenge. It is passed when it came from where the account's owner mines. */
export async function noticeMiner(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  miner: {
    readonly account: Omit<AccountKey, 'network'>;
    readonly worker: string;
    /** Undefined for one that can be nobody's. */
    readonly source: string | undefined;
  },
): Promise<'proved' | 'strange' | 'no-challenge'> {
  const now = ctx.clock.now();
  const uuid = accountUuid(ctx.secret, miner.account);
  const waiting = await ctx.db.query<{ id_hash: Uint8Array; account_id: bigint }>(sql`
    SELECT id_hash, account_id FROM owner_challenges JOIN accounts ON accounts.id = account_id
     WHERE uuid = ${uuid} AND worker = ${miner.worker} AND expires_at > ${new Date(now)} AND proved_at IS NULL`);
  const [challenge] = waiting;
  if (challenge === undefined) return 'no-challenge';
  const key = miner.source && sourceKey(ctx.secret, miner.account, miner.source);
  if (key === undefined || !(await ownsSource(ctx.db, challenge.account_id, key, now))) {
    await ctx.db.query(sql`
      UPDATE owner_challenges SET strange_at = ${new Date(now)} WHERE id_hash = ${challenge.id_hash}`);
    return 'strange';
  }
  await ctx.db.query(sql`
    UPDATE owner_challenges SET proved_at = ${new Date(now)}, expires_at = ${new Date(now + ownerRules.tokenMs)},
           token_hash = ${tokenHashOf(ctx.secret, challenge.id_hash)}
     WHERE id_hash = ${challenge.id_hash} AND proved_at IS NULL`);
  return 'proved';
}

/** Uses a token up; false where it is not one for just this action of just this account, or is over. */
export async function useToken(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  accountId: bigint,
  action: OwnerAction,
  token: string,
): Promise<boolean> {
  const now = new Date(ctx.clock.now());
  const used = await ctx.db.query(sql`
    UPDATE owner_challenges SET used_at = ${now}
     WHERE token_hash = ${hashOf(token)} AND account_id = ${accountId} AND action = ${action.kind}
       AND argument = ${argumentOf(action)} AND used_at IS NULL AND expires_at > ${now}
    RETURNING account_id`);
  return used.length > 0;
}

/**
 * 128 bits that follow from the page's id under the pool's secret: a poll whose answer was lost may be repeated, and what the
 * database holds gives neither.
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
