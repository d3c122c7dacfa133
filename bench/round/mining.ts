import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../../apps/pool/src/domain/kernel/context.ts';
import type { MinerKey } from '../../apps/pool/src/domain/kernel/work-batch.ts';
import { recordWork } from '../../apps/pool/src/domain/shares/record-work.ts';

/** As often as the accumulator closes a batch. */
const EVERY_MS = 250;
const LINES = 50;

/** Work of the very miners that are credited, recorded batch after batch until it is stopped. */
export interface Mining {
  /** How long each batch took to be recorded since the last look, in ms. */
  tookMs(): readonly number[];
  batches(): number;
  stop(): Promise<void>;
}

export async function mineOn(ctx: ServiceContext, miners: number): Promise<Mining> {
  let times: number[] = [];
  let batches = 0;
  const state = { isStopped: false };
  const keys = await ctx.db.query<MinerKey & { uuid: string }>(
    sql`SELECT uuid, coin, network, address FROM miners WHERE id % ${Math.max(1, Math.floor(miners / 5000))} = 0`,
  );

  async function mine(): Promise<void> {
    for (let from = 0; !state.isStopped; from = (from + LINES) % keys.length) {
      const began = performance.now();
      const at = ctx.clock.now();
      const lines = keys.slice(from, from + LINES).map(({ coin, network, address }) => ({
        miner: { coin, network, address, memo: null },
        worker: 'rig1',
        referralCode: null,
        work: 4_294_967_296n,
        shares: 5,
        firstAt: at,
        lastAt: at,
      }));
      await recordWork(ctx, { id: randomUUID(), algorithm: 'sha256', lines });
      const took = performance.now() - began;
      times.push(took);
      batches += 1;
      await new Promise((resolve) => {
        setTimeout(resolve, Math.max(0, EVERY_MS - took));
      });
    }
  }

  const done = mine();
  return {
    tookMs: () => {
      const seen = times;
      times = [];
      return seen;
    },
    batches: () => batches,
    stop: async () => {
      state.isStopped = true;
      await done;
    },
  };
}
