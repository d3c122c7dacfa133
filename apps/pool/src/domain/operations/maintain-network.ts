import sql from 'sql-template-tag';
import { readMaintenance, type Maintenance } from '../payouts/maintenance.ts';
import { type OperationContext, judgeReason, recordDecision } from '../kernel/decision.ts';
import { knownNetwork } from './known-network.ts';

export type MaintainOutcome =
  | { readonly kind: 'done'; readonly network: string }
  | { readonly kind: 'malformed-message' }
  | { readonly kind: 'unknown-network' }
  | { readonly kind: 'not-under-maintenance' };

const messageLengthMax = 300;

export async function listMaintenance(ctx: Pick<OperationContext, 'db'>): Promise<Maintenance[]> {
  return readMaintenance(ctx.db);
}

/**
 * Closes a network for payouts, or leaves it to the daily run only, with a message for owners; or opens it again. Mining and
 * crediting go on.
 */
export async function maintainNetwork(
  ctx: OperationContext,
  input: {
    readonly network: string;
    readonly mode: 'closed' | 'auto-only' | 'open';
    readonly message: string;
  },
): Promise<MaintainOutcome> {
  const { mode } = input;
  const network = knownNetwork(input.network);
  if (network === undefined) return { kind: 'unknown-network' };
  const message = judgeReason(input.message);
  if (message === undefined || message.length > messageLengthMax) return { kind: 'malformed-message' };
  return ctx.db.transaction(async (tx) => {
    if (mode === 'open') {
      const opened = await tx.query(
        sql`DELETE FROM network_maintenance WHERE network = ${network} RETURNING network`,
      );
      if (opened.length === 0) return { kind: 'not-under-maintenance' };
    } else
      await tx.query(sql`
        INSERT INTO network_maintenance (network, mode, message, since)
        VALUES (${network}, ${mode}, ${message}, ${new Date(ctx.clock.now())})
        ON CONFLICT (network) DO UPDATE SET mode = excluded.mode, message = excluded.message`);
    await recordDecision(tx, ctx, { kind: `maintenance-${mode}`, subject: network, reason: message });
    return { kind: 'done', network };
  });
}
