/** How much of `whole` the amount is: from 0 to 1, for a bar. Only the bar is drawn from it, so a float will do. */
export function shareOf(amount: string, whole: string): number {
  const share = Number(amount) / Number(whole);
  return Number.isNaN(share) ? 0 : Math.min(1, Math.max(0, share));
}
