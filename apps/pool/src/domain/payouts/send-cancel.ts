import { crashPoint } from '../kernel/crash-point.ts';
import type { Rail } from '../kernel/rail.ts';
import { requireRail } from '../kernel/rails.ts';
import type { PayoutContext } from './payout-context.ts';
import { countSend, recordAnswer } from './payout-transaction.ts';

/** The shortest time between two sends of the same bytes, ms. */
export const sendEveryMs = 30_000;

/** What is waited for where a rail hands nothing out twice. */
export const handedOutWords =
  'two nodes to know it: it may have been handed out, and its rail hands nothing out twice';

/** What a payout waits for whose bytes would be sent again; null where its rail does that, or they were never sent. */
export function againWords(
  { resend }: Pick<Rail, 'resend'>,
  step: { readonly kind: string },
  sends: number,
): string | null {
  return step.kind === 'send-again' && resend === 'never' && sends > 0 ? handedOutWords : null;
}

/** Hands the bytes to the network. No answer means nothing: they are sent again while no node has them, where the rail sends again. */
export async function sendCancel(
  ctx: Pick<PayoutContext, 'db' | 'clock' | 'rails'>,
  { network, txid, bytes }: { readonly network: string; readonly txid: string; readonly bytes: Uint8Array },
): Promise<void> {
  const rail = requireRail(ctx.rails, network);
  if (!(await countSend(ctx.db, rail, txid, ctx.clock.now()))) return;
  const answer = await rail.send(network, bytes).catch(() => undefined);
  crashPoint('payout-cancel-sent');
  if (answer !== undefined) await recordAnswer(ctx.db, txid, answer, ctx.clock.now());
}
