/** In litoshi for a virtual byte: payments pay ten here where nothing has made them dearer. */
const dear = 200;

/** What is paid for a virtual byte to put out payments of these rates: twice the dearest, and never less than `dear`. In whole litoshi. */
export function dearerThan(rates: readonly number[]): number {
  return Math.max(dear, Math.ceil(2 * Math.max(0, ...rates)));
}
