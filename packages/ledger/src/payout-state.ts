/**
 * What becomes of a payout. `reserved`: the money left the balance. `prepared`: signed, decoded, checked and stored; no node has
 * seen the bytes. `broadcasting`: the bytes may be anywhere from here on. `manual_review`: sent again and again and never seen.
 * `seen`: on the chain. `settled` and `released` are the two ends.
 */
export type PayoutState =
  | 'reserved'
  | 'prepared'
  | 'broadcasting'
  | 'manual_review'
  | 'seen'
  | 'invalidated'
  | 'settled'
  | 'released';

/** What the miner's page shows of it. */
export type PayoutStatus = 'pending' | 'processing' | 'success' | 'error';

/**
 * Every edge there is. None goes back, and money returns to its owner only where nothing was ever signed or where the chain has
 * proven that what was signed can never be confirmed.
 */
const edges: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  reserved: ['prepared', 'released'],
  prepared: ['broadcasting', 'invalidated'],
  broadcasting: ['manual_review', 'seen', 'invalidated'],
  manual_review: ['seen', 'invalidated'],
  seen: ['settled', 'invalidated'],
  invalidated: ['released'],
  // Only by an operator, where the chain has lost it for good after all.
  settled: ['released'],
  released: [],
};

export const payoutStates = Object.keys(edges) as readonly PayoutState[];

const statuses: Readonly<Record<PayoutState, PayoutStatus>> = {
  reserved: 'pending',
  prepared: 'pending',
  broadcasting: 'processing',
  manual_review: 'processing',
  seen: 'processing',
  invalidated: 'processing',
  settled: 'success',
  released: 'error',
};

export function mayBecome(from: PayoutState, to: PayoutState): boolean {
  return edges[from].includes(to);
}

export function statusOf(state: PayoutState): PayoutStatus {
  return statuses[state];
}

/** Nothing happens to it by itself any more. */
export function isOver(state: PayoutState): boolean {
  return state === 'settled' || state === 'released';
}

/** The bytes may have reached the network: only the chain itself says what became of them. */
export function wasSent(state: PayoutState): boolean {
  return state !== 'reserved' && state !== 'prepared' && state !== 'released';
}

/** What is known of a transaction (see `judge-transaction.ts`). Errors are no answer: they never reach this rule. */
export type Evidence =
  /** No node that could be believed has answered. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'waiting' }
  /** `isMissing`: another node does not know it yet. */
  | { readonly kind: 'confirmed'; readonly confirmations: number; readonly isMissing: boolean }
  /** Proof that it can never be confirmed: something it spends is spent elsewhere, or its time has passed on a final block. */
  | { readonly kind: 'invalidated' };

export type Step =
  | { readonly kind: 'become'; readonly state: PayoutState }
  /** Send the stored bytes, the same ones as ever. */
  | { readonly kind: 'send-again' }
  | { readonly kind: 'wait' };

export interface SentPayout {
  readonly state: 'prepared' | 'broadcasting' | 'manual_review' | 'seen';
  /** How often its bytes were handed to the network. */
  readonly sends: number;
}

export interface ConfirmRules {
  /** The number of confirmations after which it is final. */
  readonly confirmationsNeeded: number;
  /** After this number of sends without a trace on the chain, an operator has to look. */
  readonly sendsMax: number;
}

/** The next step of a payout whose bytes exist, by what the chain says and by nothing else. */
export function nextStep(payout: SentPayout, evidence: Evidence, rules: ConfirmRules): Step {
  const { state } = payout;
  if (evidence.kind === 'silent') return { kind: 'wait' };
  if (evidence.kind === 'invalidated') return { kind: 'become', state: 'invalidated' };
  if (state === 'prepared') return { kind: 'become', state: 'broadcasting' };
  if (evidence.kind === 'confirmed') {
    if (state !== 'seen') return { kind: 'become', state: 'seen' };
    if (evidence.confirmations >= rules.confirmationsNeeded) return { kind: 'become', state: 'settled' };
    return evidence.isMissing ? { kind: 'send-again' } : { kind: 'wait' };
  }
  // An operator has to look, and may have it sent once more.
  const isForAPerson = state === 'manual_review' && payout.sends >= rules.sendsMax;
  if (evidence.kind === 'waiting' || isForAPerson) return { kind: 'wait' };
  if (state === 'broadcasting' && payout.sends >= rules.sendsMax)
    return { kind: 'become', state: 'manual_review' };
  return { kind: 'send-again' };
}
