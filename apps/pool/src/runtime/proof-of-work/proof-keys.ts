/** What threads of a proof of work build things for, such as the cache of an epoch, named by a key. */
export interface ProofKeys {
  /** Of what an input needs. */
  of(input: unknown): string;
  /** Of what shares of a job need, and before it of what those of jobs that soon follow will. */
  ahead(job: { readonly height: number }): readonly string[];
}

/** What an epoch needs is built this number of blocks before it begins: minutes on every chain, and seconds are enough. */
const aheadBlocks = 30;

/** The key is the number of an epoch, which the height says; inputs have it as `height`. */
export function epochKeys(epochOf: (height: number) => number): ProofKeys {
  return {
    of: (input) => String(epochOf((input as { readonly height: number }).height)),
    ahead: ({ height }) => [
      ...new Set([epochOf(height + aheadBlocks), epochOf(height)].map((each) => String(each))),
    ],
  };
}

/** What jobs and inputs have whose cache is made of a seed that the chain names. */
interface Seeded {
  readonly seedHash: Uint8Array;
  /** Of the blocks that soon follow, where it is another one. */
  readonly nextSeedHash?: Uint8Array | undefined;
}

/** The key is the seed, in hex. */
export const seedKeys: ProofKeys = {
  of: (input) => hexOf((input as Seeded).seedHash),
  ahead(job) {
    const { seedHash, nextSeedHash } = job as unknown as Seeded;
    return [...(nextSeedHash === undefined ? [] : [hexOf(nextSeedHash)]), hexOf(seedHash)];
  },
};

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
