/** What is asked of the jobs of another pool. */
interface RelayLimits {
  /** The least work of a share, but on a network whose blocks take less: a machine must not flood a port. */
  readonly leastWork: bigint;
  /** How often blocks come: `fast`, one or more in a second; `slow`, so seldom that two minutes without a job say nothing. */
  readonly pace?: 'fast' | 'slow';
  /** Of miners of SHA-256, what BIP 320 sets aside; machines for Scrypt roll none. */
  readonly versionMask?: number;
}

/**
 * Without a job for this long another pool counts as dead, ms. Blocks come by chance, and a pool need not say anything between two of them: of a
 * network with one each 13 seconds one pause in a hundred is longer than a minute, of one with two a minute some are longer than two.
 */
const silenceMs = { fast: 60_000, usual: 120_000, slow: 600_000 } as const;

const limits: ReadonlyMap<string, RelayLimits> = new Map([
  ['sha256', { leastWork: 2n ** 24n, versionMask: 0x1fffe000 }],
  ['scrypt', { leastWork: 2n ** 12n }],
  // A processor hashes some thousands a second, and each share takes some ten milliseconds to judge.
  ['ghostrider', { leastWork: 1000n, pace: 'slow' }],
  // A card of 60 MH/s finds one in a second.
  ['kawpow', { leastWork: 2n ** 26n, pace: 'slow' }],
  ['randomx', { leastWork: 1000n, pace: 'slow' }],
  ['equihash', { leastWork: 2n ** 16n, pace: 'slow' }],
  ['ethash', { leastWork: 2n ** 28n }],
  ['etchash', { leastWork: 2n ** 28n }],
  // The smallest machine of Kaspa has 100 GH/s, and the largest 30 TH/s.
  ['kheavyhash', { leastWork: 2n ** 34n, pace: 'fast' }],
  ['karlsenhash', { leastWork: 2n ** 26n, pace: 'fast' }],
  ['blake3', { leastWork: 2n ** 32n }],
  ['autolykos', { leastWork: 2n ** 28n, pace: 'slow' }],
  ['octopus', { leastWork: 2n ** 26n, pace: 'fast' }],
  ['fishhash', { leastWork: 2n ** 26n, pace: 'slow' }],
  ['xelishash', { leastWork: 2n ** 14n }],
  ['nexapow', { leastWork: 2n ** 26n, pace: 'slow' }],
  ['beamhash', { leastWork: 2n ** 5n, pace: 'slow' }],
]);

/** @throws Error for an algorithm whose work is not taken from other pools */
export function relayLimitsOf(algorithm: string): RelayLimits {
  const found = limits.get(algorithm);
  if (found === undefined) throw new Error(`work of ${algorithm} is not taken from other pools`);
  return found;
}

/** How long another pool may be without a new job, ms. Of ethproxy it is asked for one every ten seconds, and blocks come every thirteen. */
export function silenceOf(algorithm: string): number {
  return silenceMs[relayLimitsOf(algorithm).pace ?? 'usual'];
}
