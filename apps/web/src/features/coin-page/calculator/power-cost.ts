/** Cost of running `watts` for `hours` at `price` a kilowatt hour; null while one of the texts is no positive number. */
export function powerCost(watts: string, price: string, hours: number): number | null {
  const cost = (Number(watts) / 1000) * hours * Number(price);
  return Number.isFinite(cost) && cost > 0 ? cost : null;
}
