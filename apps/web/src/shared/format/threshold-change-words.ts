/** What is said of a least payment that will change, as long as it has not. Undefined where none was announced. */
export function thresholdChangeWords(
  change: { readonly amount: string; readonly timestamp: number } | undefined,
  coin: string,
): string | undefined {
  if (change === undefined) return undefined;
  const from = new Date(change.timestamp).toISOString();
  return `From ${from.slice(0, 10)} ${from.slice(11, 16)} UTC it is ${change.amount} ${coin}, because of the network’s fees.`;
}
