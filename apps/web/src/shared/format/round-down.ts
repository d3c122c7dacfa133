/** Decimal text cut to `decimals` places, without zeros at the end: `12.3450001` at 4 places is `12.345`. */
export function roundDown(amount: string, decimals: number): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const kept = fraction.slice(0, decimals).replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}
