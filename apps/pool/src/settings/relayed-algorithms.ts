/** How work of an algorithm is taken from other pools. */
export interface RelayedAlgorithm {
  readonly code: string;
  /**
   * Who says what a block takes, by which work is weighed: the jobs of that pool; own nodes where they do not; or the file, where no node of this
   * release does.
   */
  readonly blockSaidBy: 'jobs' | 'nodes' | 'file';
  /** Whether its pools give one header to all that connect: nothing in the protocol keeps their shares apart. */
  readonly hasOneHeader?: boolean;
  /** Whether a share says what nodes call the block that it is (`ClientDialect.blockOf`): nodes of the file are asked for it then. */
  readonly namesBlocks?: boolean;
}

/** The algorithms whose work is taken from other pools. */
export const relayedAlgorithms: readonly RelayedAlgorithm[] = [
  { code: 'sha256', blockSaidBy: 'jobs', namesBlocks: true },
  { code: 'scrypt', blockSaidBy: 'jobs', namesBlocks: true },
  { code: 'ghostrider', blockSaidBy: 'jobs', namesBlocks: true },
  { code: 'kawpow', blockSaidBy: 'jobs' },
  { code: 'randomx', blockSaidBy: 'nodes' },
  { code: 'equihash', blockSaidBy: 'jobs', namesBlocks: true },
  { code: 'ethash', blockSaidBy: 'nodes', hasOneHeader: true },
  { code: 'etchash', blockSaidBy: 'nodes', hasOneHeader: true },
  { code: 'kheavyhash', blockSaidBy: 'file' },
  { code: 'karlsenhash', blockSaidBy: 'file' },
  { code: 'blake3', blockSaidBy: 'file' },
  { code: 'autolykos', blockSaidBy: 'file' },
  { code: 'octopus', blockSaidBy: 'file', hasOneHeader: true },
  { code: 'fishhash', blockSaidBy: 'file' },
  { code: 'xelishash', blockSaidBy: 'file' },
  { code: 'nexapow', blockSaidBy: 'jobs' },
  { code: 'beamhash', blockSaidBy: 'file' },
];

export function relayedAlgorithm(algorithm: string): RelayedAlgorithm | undefined {
  return relayedAlgorithms.find(({ code }) => code === algorithm);
}
