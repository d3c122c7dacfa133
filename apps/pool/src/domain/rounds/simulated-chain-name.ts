const prefix = 'simulated-';

/** The name of the simulated chain of an algorithm whose work a sandbox does not verify. */
export function simulatedChainName(algorithm: string): string {
  return `${prefix}${algorithm}`;
}

/**
 * Whether a round of this chain shares its reward by simulated work. A block of a simulated chain rewards simulated work only,
 * any other block rewards verified work only, so neither can dilute the other. The name is stored with the round, so
 * that a window that is calculated again years later comes to the same result.
 */
export function rewardsSimulatedWork(chain: string): boolean {
  return chain.startsWith(prefix);
}
