import sql from 'sql-template-tag';
import { findMiner } from '../miners/find-miner.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { listPayouts } from '../views/list-payouts.ts';
import { readMinerCodes } from '../views/read-miner-codes.ts';
import { type ShownPayout, showPayout } from './explain-payout.ts';
import { listMiners, type ListedMiner } from './list-miners.ts';
import { type NamedAddress, nameMiner } from './name-miner.ts';

export type ShownMiner =
  | Exclude<NamedAddress, { kind: 'named' }>
  | { readonly kind: 'never-mined'; readonly coin: string; readonly address: string }
  | {
      readonly kind: 'shown';
      readonly miner: ListedMiner;
      readonly codes: { readonly ordinary: string | null; readonly custom: string | null };
      /** What it is charged now, in per cent. */
      readonly fee: string;
      readonly restriction: { readonly note: string; readonly since: number } | null;
      /** The newest five. */
      readonly payouts: readonly ShownPayout[];
    };

/** Everything an operator is asked about one miner. */
export async function showMiner(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  { miner: text }: { readonly miner: string },
): Promise<ShownMiner> {
  const named = await nameMiner(ctx, text);
  if (named.kind !== 'named') return named;
  const { coin, address, uuid } = named;
  const found = uuid === undefined ? undefined : await findMiner(ctx, uuid);
  const [miner] = uuid === undefined ? [] : await listMiners(ctx, { uuid, limit: 1 });
  if (miner === undefined || found === undefined) return { kind: 'never-mined', coin, address };
  const { feePpm, ...codes } = await readMinerCodes(ctx, found.id);
  const [barred] = await ctx.db.query<{ note: string; since: Date }>(
    sql`SELECT note, since FROM restricted_addresses WHERE coin = ${coin} AND address = ${address}`,
  );
  return {
    kind: 'shown',
    miner,
    codes,
    fee: (feePpm / 10_000).toFixed(2),
    restriction: barred === undefined ? null : { note: barred.note, since: barred.since.getTime() },
    payouts: (await listPayouts(ctx, { miner: found.id, limit: 5 })).map(showPayout),
  };
}
