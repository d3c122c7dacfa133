import type { Challenge } from './owner-api.ts';

export const unreachable = 'Can’t reach the pool. Retrying…';

/** How a challenge stands, undefined before the first answer; `isSilent` where the pool does not say at the moment. */
export function seenWords(state: Challenge['state'] | undefined, isSilent: boolean): string {
  if (state === 'proved') return 'Confirmed. One moment…';
  if (isSilent) return unreachable;
  if (state === 'not-owner')
    return 'We saw this name, but from a connection that hasn’t mined to this address. Start a miner on a connection that has mined to it for two hours or more.';
  if (state === 'too-few-days')
    return 'We saw your miner, but its connection mined to this address on fewer than 3 of the last 7 days. Use a wallet signature, or come back later.';
  if (state === 'shared-source' || state === 'unprovable-source')
    return 'We saw a miner with this name, but many miners share its connection, so it does not count. Use a wallet signature, or a miner on your own connection.';
  return 'Waiting for your miner…';
}
