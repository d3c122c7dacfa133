import { crashPoint } from '../kernel/crash-point.ts';
import { requireRail } from '../kernel/rails.ts';
import type { PayoutContext } from './payout-context.ts';
import { countSend, recordAnswer } from './payout-transaction.ts';

/** The shortest time between two sends of the same bytes, ms. */
export const sendEveryMs = 30_000;

/** Hands the bytes to the network. No answer means nothing: they are sent again while no node has them. */
export async function sendCancel(
  ctx: Pick<PayoutContext, 'db' | 'clock' | 'rails'>,
  { network, txid, bytes }: { readonly network: string; readonly txid: string; readonly bytes: Uint8Array },
): Promise<void> {
  await countSend(ctx.db, txid, ctx.clock.now());
  const answer = await requireRail(ctx.rails, network)
    .send(network, bytes)
    .catch(() => undefined);
  crashPoint('payout-cancel-sent');
  if (answer !== undefined) await recordAnswer(ctx.db, txid, answer, ctx.clock.now());
}
