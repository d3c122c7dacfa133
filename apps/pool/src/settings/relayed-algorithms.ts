/** How work of an algorithm is taken from other pools. */
export interface RelayedAlgorithm {
  readonly code: string;
  /** Who says what a block takes, by which work is weighed: the jobs of that pool, or own nodes where they do not. */
  readonly blockSaidBy: 'jobs' | 'nodes';
  /** Whether its pools give one header to all that connect: nothing in the protocol keeps their shares apart. */
  readonly hasOneHeader?: boolean;
}

/** The algorithms whose work is taken from other pools. */
export const relayedAlgorithms: readonly RelayedAlgorithm[] = [
  { code: 'sha256', blockSaidBy: 'jobs' },
  { code: 'scrypt', blockSaidBy: 'jobs' },
  { code: 'ghostrider', blockSaidBy: 'jobs' },
  { code: 'kawpow', blockSaidBy: 'jobs' },
  { code: 'randomx', blockSaidBy: 'nodes' },
  { code: 'equihash', blockSaidBy: 'jobs' },
  { code: 'ethash', blockSaidBy: 'nodes', hasOneHeader: true },
  { code: 'etchash', blockSaidBy: 'nodes', hasOneHeader: true },
];

export function relayedAlgorithm(algorithm: string): RelayedAlgorithm | undefined {
  return relayedAlgorithms.find(({ code }) => code === algorithm);
}
