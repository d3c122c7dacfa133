import { algorithms } from './algorithms.ts';

/** So far above its port in the clear is that of TLS. */
export const tlsAbove = 1000;
/** The numbers of one algorithm, of which not all are used. */
export const portsPerAlgorithm = 10;

/** A purpose of one algorithm on one address, once in the clear and once through TLS. */
export interface PortPair {
  readonly tcp: number;
  readonly tls: number;
}

export interface PortPlan {
  readonly standard: PortPair;
  readonly highDifficulty: PortPair;
  readonly lowDifficulty: PortPair;
  /** For machine families, in the order of the catalogue's extra ports, and for proxies behind the families. */
  readonly extra: readonly [PortPair, PortPair, PortPair, PortPair, PortPair];
}

/**
 * The ports of an algorithm where one address carries all of them and hosts cannot tell them apart: ten numbers from
 * `base + 10 * index`, and TLS a thousand above. Undefined for an unknown code.
 */
export function portPlan(code: string, base: number): PortPlan | undefined {
  const index = algorithms.findIndex((algorithm) => algorithm.code === code);
  if (index < 0) return undefined;
  const pair = (offset: number): PortPair => {
    const tcp = base + portsPerAlgorithm * index + offset;
    return { tcp, tls: tcp + tlsAbove };
  };
  return {
    standard: pair(0),
    highDifficulty: pair(1),
    lowDifficulty: pair(2),
    extra: [pair(3), pair(4), pair(5), pair(6), pair(7)],
  };
}
