import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import type { OwnerEvent } from '../kernel/publisher.ts';
import { type EntryOfKey, readEntries } from './read-entries.ts';

/** What a call of an owner did, as long as it stands in the feed of its miner. */
export interface TracedCall {
  readonly request: string;
  /** In ms. */
  readonly at: number;
  readonly uuid: string;
  readonly did: OwnerEvent['code'];
  readonly network: string | null;
  /** The payout that it reserved, and what of it stands in the ledger. */
  readonly payout: string | null;
  readonly entries: readonly EntryOfKey[];
}

export type TraceOfCall = TracedCall | { readonly kind: 'unknown-call' };

/** Follows a call from the id that it was answered with to what it wrote. Reads the whole feed of owners' deeds, a week. */
export async function traceCall(
  ctx: Pick<ServiceContext, 'db'>,
  { id }: { readonly id: string },
): Promise<TraceOfCall> {
  const [row] = await ctx.db.query<{ at: Date; uuid: string; body: OwnerEvent }>(sql`
    SELECT at, uuid, body FROM events JOIN miners ON miners.id = miner_id
     WHERE type = 'account' AND body->>'request' = ${id.trim().toLowerCase()} LIMIT 1`);
  if (row === undefined) return { kind: 'unknown-call' };
  const { code, network = null, payout = null, request = '' } = row.body;
  const keys =
    payout === null ? [] : ['reserve', 'settle', 'release', 'reverse'].map((kind) => `${kind}:${payout}`);
  const entries = await readEntries(ctx.db, keys);
  return { request, at: row.at.getTime(), uuid: row.uuid, did: code, network, payout, entries };
}
