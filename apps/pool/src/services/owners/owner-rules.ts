const hourMs = 3_600_000;

export const ownerRules = {
  /** Work counts from this long ago … */
  oldestMs: 7 * 24 * hourMs,
  /** … to this long ago: one who has just begun to mine for somebody else proves nothing. */
  youngestMs: hourMs,
  challengeMs: 600_000,
  tokenMs: 600_000,
} as const;

/** A source is the owner's when it did a quarter of the account's work or more. */
export function isOwnersShare(ofSource: bigint, ofAccount: bigint): boolean {
  return ofAccount > 0n && ofSource * 4n >= ofAccount;
}

/** The whole hours that count at a moment, in ms, end exclusive. */
export function countedHours(now: number): { readonly from: number; readonly to: number } {
  return {
    from: Math.ceil((now - ownerRules.oldestMs) / hourMs) * hourMs,
    to: Math.floor((now - ownerRules.youngestMs) / hourMs) * hourMs,
  };
}
