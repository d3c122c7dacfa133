import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../lower-thread-priority.ts';
import { type Hasher, threadedProofs } from './hashers.ts';
import type { PowAnswer, PowRequest } from './pow-threads.ts';
import { wasmModules } from './wasm-modules.ts';

/** What the thread is started with. */
export interface PowWorkerData {
  readonly algorithm: string;
  readonly epoch: number;
  /** Where the built modules are. */
  readonly modules: string;
}

/** The other end of `pow-threads`: builds what its key needs, and answers one input after the other. */
async function serve(): Promise<void> {
  if (parentPort === null) throw new Error('pow-worker runs only as a worker thread');
  const port = parentPort;
  const { algorithm, epoch, modules } = workerData as PowWorkerData;
  const proof = threadedProofs.get(algorithm);
  if (proof === undefined) throw new Error(`${algorithm} is not verified in threads`);
  lowerThreadPriority();
  // What comes while it is built waits in the port.
  const hash = await proof.open(wasmModules(new URL(modules)), epoch);
  port.on('message', ({ id, input }: PowRequest) => port.postMessage(answer(hash, id, input)));
}

function answer(hash: Hasher, id: number, input: unknown): PowAnswer {
  try {
    return { id, verdict: hash(input) };
  } catch (error) {
    return { id, fault: String(error) };
  }
}

await serve();
