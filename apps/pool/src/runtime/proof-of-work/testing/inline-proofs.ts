import type { Hasher } from '../hasher.ts';
import { threadedProofs } from '../hashers.ts';
import { missingHere, type Proofs } from '../open-proofs.ts';
import { wasmModules } from '../wasm-modules.ts';
import { builtModules } from './start-pow-worker.ts';

/** By algorithm and epoch: a cache takes seconds, and suites share it. */
const hashers = new Map<string, Hasher | Promise<Hasher>>();

/** The true verifiers on the event loop: for suites whose subject is not the threads. */
export const inlineProofs: Proofs = {
  of(algorithm) {
    const proof = threadedProofs.get(algorithm);
    if (proof === undefined) throw new Error(`${algorithm} is not verified in threads`);
    return {
      async verify(input) {
        const key = proof.keys?.of(input) ?? '';
        const name = `${algorithm} ${key}`;
        const parts = { modules: wasmModules(builtModules), shared: new SharedArrayBuffer(64) };
        const hasher = hashers.get(name) ?? proof.open(parts, key);
        hashers.set(name, hasher);
        return (await hasher)(input);
      },
      waiting: () => 0,
    };
  },
  missing: missingHere,
  close: async () => undefined,
};
