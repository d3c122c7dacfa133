import type { PayoutAvailability } from '../../domain/payouts/payout-availability.ts';

/** The fields of the wire that say how a coin is paid on a network; `railPays` is what the rail itself knows. */
export interface PayoutFlags {
  readonly enabled: boolean;
  readonly enabled_auto_only: boolean;
  readonly paid_here: boolean;
  readonly paid_through_exchange?: true;
}

export function payoutFlags(
  availability: PayoutAvailability,
  {
    railPays,
    isPaidHere,
    isThroughExchange,
  }: { readonly railPays: boolean; readonly isPaidHere: boolean; readonly isThroughExchange: boolean },
): PayoutFlags {
  return {
    enabled: railPays && availability === 'open',
    enabled_auto_only: railPays && availability === 'auto-only',
    paid_here: isPaidHere,
    ...(isThroughExchange && isPaidHere && { paid_through_exchange: true }),
  };
}
