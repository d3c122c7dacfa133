/**
 * The name of the socket event that carries an algorithm's last reward. KawPow keeps the name of its predecessor,
 * because existing clients listen to that.
 */
export function lastRewardEventName(algorithm: string): `stats_${string}_last_reward` {
  return `stats_${algorithm === 'kawpow' ? 'x16rv2' : algorithm}_last_reward`;
}

/** Every name under which an algorithm's last reward is told: the one above, and its own where that differs. */
export function lastRewardEventNames(algorithm: string): readonly `stats_${string}_last_reward`[] {
  return [...new Set([lastRewardEventName(algorithm), `stats_${algorithm}_last_reward` as const])];
}

/** A total as plain decimal text: existing servers group the thousands of `statsPaid` with commas. */
export function withoutCommas(total: string): string {
  return total.replaceAll(',', '');
}
