// One verifier in its built thread, in a process of its own, so that what it holds is its own.
import { Worker } from 'node:worker_threads';
import { openProofs } from '../../apps/pool/src/runtime/proof-of-work/open-proofs.ts';
import { answerQuestions } from '../support/bench-process.ts';
import { memoryInUse } from '../support/memory.ts';
import { inputs } from './inputs.ts';
import type { PowVerbs } from './verbs.ts';

/** CPU time of all threads of this process, in ms. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

answerQuestions({
  measure: async ({ algorithm, seconds }) => {
    const proofs = openProofs(
      (data) =>
        new Worker(new URL('./pow-worker.js', import.meta.url), {
          workerData: { ...data, modules: new URL('./pow/', import.meta.url).href },
        }),
      1,
    );
    const missing = proofs.missing(algorithm);
    if (missing !== undefined) return { missing };
    const verifier = proofs.of(algorithm);
    const inputOf = inputs[algorithm];
    if (inputOf === undefined) throw new Error(`no share of ${algorithm}`);
    const before = memoryInUse().resident;
    const begun = { at: performance.now(), cpu: cpuMs() };
    await verifier.verify(inputOf(0), 'bench');
    const setUp = { ms: performance.now() - begun.at, cpu: cpuMs() - begun.cpu };
    let shares = 0;
    const started = cpuMs();
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end || shares < 3) {
      // As many as keep the thread at work, and few enough to stop in time.
      await Promise.all(
        Array.from({ length: 4 }, (_, index) => verifier.verify(inputOf(shares + index + 1), 'bench')),
      );
      shares += 4;
    }
    const msPerShare = (cpuMs() - started) / shares;
    return {
      shares,
      msPerShare,
      setUpMs: Math.max(0, setUp.cpu - msPerShare),
      memory: memoryInUse().resident - before,
    };
  },
} satisfies PowVerbs);
