import sql, { empty, raw } from 'sql-template-tag';
import type { Miner, MinerId } from '../miners/find-miner.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { EventBody } from '../kernel/publisher.ts';
import { type Receipt, readReceipts, receiptsOfEvent } from './read-receipts.ts';

export interface MinerEvent {
  readonly seq: number;
  readonly at: number;
  readonly body: EventBody;
  /** The arithmetic of a reward, a line for each asset that the block paid. */
  readonly receipts: readonly Receipt[];
}

export interface EventsPage {
  /** Newest first; with `after` the oldest first, as they are caught up with. */
  readonly list: readonly MinerEvent[];
  /** Whose coin and network the amounts are in; undefined where nothing is listed. */
  readonly owner: Pick<Miner, 'coin' | 'network'> | undefined;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

interface EventRow extends Pick<Miner, 'coin' | 'network'> {
  readonly seq: bigint;
  readonly at: Date;
  readonly body: EventBody;
}

const pageSize = 10;
const catchUpMax = 200;

/** A page of a miner's history, or with `after` everything newer than that number: what a watcher has missed. */
export async function readEvents(
  ctx: Pick<ServiceContext, 'db'>,
  minerId: MinerId,
  query: { readonly page: number; readonly types: readonly string[]; readonly after: number | undefined },
): Promise<EventsPage> {
  const size = query.after === undefined ? pageSize : catchUpMax;
  const skipped = query.after === undefined ? (query.page - 1) * pageSize : 0;
  const rows = await ctx.db.query<EventRow>(sql`
    SELECT seq, at, body, coin, network FROM events JOIN miners ON miners.id = miner_id
     WHERE miner_id = ${minerId}
       ${query.after === undefined ? empty : sql`AND seq > ${query.after}`}
       ${query.types.length === 0 ? empty : sql`AND type = ANY(${[...query.types]}::text[])`}
     ORDER BY seq ${raw(query.after === undefined ? 'DESC' : 'ASC')} LIMIT ${size + 1} OFFSET ${skipped}`);
  const shown = rows.slice(0, size);
  const rounds = shown.flatMap(({ body }) => (body.type === 'reward' ? [BigInt(body.roundId)] : []));
  const receipts = await readReceipts(ctx, minerId, rounds);
  return {
    list: shown.map(({ seq, at, body }) => ({
      seq: Number(seq),
      at: at.getTime(),
      body,
      receipts: body.type === 'reward' ? receiptsOfEvent(receipts.get(body.roundId) ?? [], at.getTime()) : [],
    })),
    owner: shown[0],
    hasNext: rows.length > size,
    hasPrevious: skipped > 0,
  };
}
