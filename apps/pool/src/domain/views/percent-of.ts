/** `98.75`; null where either is not known, or the whole is nothing. */
export function percentOf(part: bigint | undefined, whole: bigint | undefined): string | null {
  if (part === undefined || whole === undefined || whole === 0n) return null;
  const hundredths = ((part * 10_000n) / whole).toString().padStart(3, '0');
  return `${hundredths.slice(0, -2)}.${hundredths.slice(-2)}`;
}
