import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { kept } from '../policy/retention-rules.ts';

export type KeptAnswer =
  | { readonly kind: 'none' }
  | { readonly kind: 'kept'; readonly answer: unknown }
  /** The key stands for another request. */
  | { readonly kind: 'used' };

/** What was answered under this key to just this request; `asked` is the request's hash. */
export async function findAnswer(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  minerId: bigint,
  request: { readonly key: string; readonly asked: Uint8Array },
): Promise<KeptAnswer> {
  const [row] = await ctx.db.query<{ asked: Uint8Array; answer: unknown }>(sql`
    SELECT asked, answer FROM owner_answers
     WHERE miner_id = ${minerId} AND key = ${request.key} AND at > ${new Date(ctx.clock.now() - kept.answersMs)}`);
  if (row === undefined) return { kind: 'none' };
  if (Buffer.compare(row.asked, request.asked) !== 0) return { kind: 'used' };
  return { kind: 'kept', answer: row.answer };
}

/** Keeps an answer under its key; only what was done is kept, so that a refusal may be asked again. */
export async function keepAnswer(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  minerId: bigint,
  done: { readonly key: string; readonly asked: Uint8Array; readonly answer: unknown },
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.query(sql`DELETE FROM owner_answers WHERE at <= ${new Date(now - kept.answersMs)}`);
  await ctx.db.query(sql`
    INSERT INTO owner_answers (miner_id, key, asked, answer, at)
    VALUES (${minerId}, ${done.key}, ${Buffer.from(done.asked)}, ${JSON.stringify(done.answer)}::jsonb, ${new Date(now)})
    ON CONFLICT DO NOTHING`);
}
