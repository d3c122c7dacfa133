/** Where a hash begins, and what each round adds: fractions of the square and cube roots of primes. FIPS 180-4, sections 4.2.2 and 5.3.3. */
const primes = firstPrimes(64);
const fraction = (root: number): number => Math.floor((root % 1) * 2 ** 32) | 0;
export const initial = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
export const roundConstants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
}
