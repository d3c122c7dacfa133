import sql from 'sql-template-tag';
import { restrictMiner } from '../miners/restricted-addresses.ts';
import { type OperationContext, judgeReason, recordDecision } from '../kernel/decision.ts';
import { type NamedAddress, nameMiner } from './name-miner.ts';

export type RestrictOutcome =
  | Exclude<NamedAddress, { kind: 'named' }>
  | { readonly kind: 'malformed-reason' }
  | { readonly kind: 'done'; readonly coin: string; readonly address: string }
  | { readonly kind: 'not-restricted' };

/**
 * Refuses an address from now on, whatever its memo, or serves it again. Its miners are refused and disconnected, and nothing is
 * paid to it; what it has stays in the ledger.
 */
export async function restrictAddress(
  ctx: OperationContext,
  input: { readonly miner: string; readonly restrict: boolean; readonly reason: string },
): Promise<RestrictOutcome> {
  const reason = judgeReason(input.reason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const named = await nameMiner(ctx, input.miner);
  if (named.kind !== 'named') return named;
  const { coin, address } = named;
  return ctx.db.transaction(async (tx) => {
    if (input.restrict) await restrictMiner({ db: tx, clock: ctx.clock }, { coin, address }, reason);
    else {
      const freed = await tx.query(
        sql`DELETE FROM restricted_addresses WHERE coin = ${coin} AND address = ${address} RETURNING coin`,
      );
      if (freed.length === 0) return { kind: 'not-restricted' };
    }
    const kind = input.restrict ? 'restrict' : 'unrestrict';
    await recordDecision(tx, ctx, { kind, subject: `${coin}:${address}`, reason });
    return { kind: 'done', coin, address };
  });
}
