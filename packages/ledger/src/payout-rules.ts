/** Everything that decides whether a payout may be reserved; read in the transaction that reserves it. */
export interface PayoutFacts {
  readonly kind: 'manual' | 'auto';
  /** What would be paid: the balance rounded down to what the network can pay. */
  readonly payable: bigint;
  readonly threshold: bigint;
  readonly autoPay: boolean;
  readonly restricted: boolean;
  /** The network takes payouts that owners ask for. */
  readonly enabled: boolean;
  /** While it is not enabled, the daily run still pays. */
  readonly enabledAutoOnly: boolean;
  /** Why nothing may leave on this network. */
  readonly suspended: string | undefined;
  /** A manual payout was made on this UTC date. */
  readonly paidToday: boolean;
  /** The daily run owes it a payout: a reward came in on the UTC day before, or an earlier run could not serve it. */
  readonly isOwed: boolean;
}

export type PayoutRefusal =
  | { readonly kind: 'restricted' }
  | { readonly kind: 'suspended'; readonly reason: string }
  | { readonly kind: 'not-enabled' }
  | { readonly kind: 'auto-only' }
  | { readonly kind: 'auto-pay-on' }
  | { readonly kind: 'auto-pay-off' }
  | { readonly kind: 'paid-today' }
  | { readonly kind: 'no-reward-yesterday' }
  | { readonly kind: 'below-threshold'; readonly threshold: bigint };

/** Why a payout may not be reserved now, the reasons that the owner can do least about first; undefined when it may. */
export function refusePayout(facts: PayoutFacts): PayoutRefusal | undefined {
  if (facts.restricted) return { kind: 'restricted' };
  if (facts.suspended !== undefined) return { kind: 'suspended', reason: facts.suspended };
  if (!facts.enabled && !facts.enabledAutoOnly) return { kind: 'not-enabled' };
  if (facts.kind === 'manual') {
    if (!facts.enabled) return { kind: 'auto-only' };
    if (facts.autoPay) return { kind: 'auto-pay-on' };
    if (facts.paidToday) return { kind: 'paid-today' };
  } else {
    if (!facts.autoPay) return { kind: 'auto-pay-off' };
    if (!facts.isOwed) return { kind: 'no-reward-yesterday' };
  }
  if (facts.payable <= 0n || facts.payable < facts.threshold)
    return { kind: 'below-threshold', threshold: facts.threshold };
  return undefined;
}
