import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { readFeeTerms, readOnlineCodes } from '../rounds/read-fee-terms.ts';

/** The codes that a miner owns, and what it pays itself. */
export interface MinerCodes {
  readonly ordinary: string | null;
  readonly custom: string | null;
  /** What its next reward is charged, in millionths: the pool's fee less the best discount among its online workers' codes. */
  readonly feePpm: number;
}

export async function readMinerCodes(ctx: Pick<ServiceContext, 'db'>, minerId: bigint): Promise<MinerCodes> {
  const codes = await ctx.db.query<{ code: string; kind: 'ordinary' | 'custom' }>(
    sql`SELECT code, kind FROM referral_codes WHERE miner_id = ${minerId}`,
  );
  const codeOf = (kind: string): string | null => codes.find((each) => each.kind === kind)?.code ?? null;
  return {
    ordinary: codeOf('ordinary'),
    custom: codeOf('custom'),
    feePpm: await readFeePpm(ctx, minerId),
  };
}

/** The same terms that a round would be credited on now, for a miner that is all of it. In millionths. */
export async function readFeePpm(ctx: Pick<ServiceContext, 'db'>, minerId: bigint): Promise<number> {
  const share = { minerId: minerId, weight: 1n, work: 1n, codes: [] };
  const online = await readOnlineCodes(ctx.db, sql`SELECT ${minerId}::bigint`, sql`SELECT NULL::bigint`);
  const terms = await readFeeTerms(ctx.db, { shares: [share], weight: 1n, work: 1n }, online);
  return terms.termsOf(share).feePpm;
}
