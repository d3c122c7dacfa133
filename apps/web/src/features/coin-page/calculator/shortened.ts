/** Six significant digits of the amount, cut, never rounded up; never 0 for what is more than that. */
export function shortened(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const digits = whole.replace(/^0+/, '').length;
  const zeros = digits > 0 ? 0 : (/^0*/.exec(fraction)?.[0].length ?? 0);
  const kept = fraction.slice(0, digits > 0 ? Math.max(2, 6 - digits) : zeros + 4).replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}
