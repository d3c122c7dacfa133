import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../lower-thread-priority.ts';
import type { Hasher } from './hasher.ts';
import { type ThreadedProof, threadedProofs } from './hashers.ts';
import { lastRequest, type PowAnswer, type PowRequest } from './pow-threads.ts';
import { wasmModules } from './wasm-modules.ts';

/** What the thread is started with. */
export interface PowWorkerData {
  readonly algorithm: string;
  /** Of what it builds. */
  readonly key: string;
  /** Of all threads of this key. */
  readonly shared: SharedArrayBuffer;
  /** Where the built modules are. */
  readonly modules: string;
}

/** The other end of `pow-threads`: builds what its key needs, and answers one input after the other. */
async function serve(): Promise<void> {
  if (parentPort === null) throw new Error('pow-worker runs only as a worker thread');
  const port = parentPort;
  const { algorithm, key, shared, modules } = workerData as PowWorkerData;
  const proof = threadedProofs.get(algorithm);
  if (proof === undefined) throw new Error(`${algorithm} is not verified in threads`);
  lowerThreadPriority();
  // What comes while it is built waits in the port.
  const hash = await proof.open({ modules: wasmModules(new URL(modules)), shared }, key);
  let isCold = true;
  port.on('message', (request: PowRequest | typeof lastRequest) => {
    if (request === lastRequest) {
      hash.close?.();
      port.close();
      return;
    }
    const answered = answer(hash, request, proof);
    const isFirst = isCold && 'verdict' in answered && answered.ms !== undefined;
    // Its code is compiled meanwhile, which takes a thousand times as long as a quick hash.
    port.postMessage(isFirst ? { ...answered, ms: undefined } : answered);
    if (isFirst) isCold = false;
  });
}

function answer(hash: Hasher, { id, input }: PowRequest, { isGlance }: ThreadedProof): PowAnswer {
  const began = performance.now();
  try {
    const verdict = hash(input);
    const ms = performance.now() - began;
    return { id, verdict, ms: isGlance?.(input, verdict) === true ? undefined : ms };
  } catch (error) {
    return { id, fault: String(error) };
  }
}

await serve();
