import { anyLine, cutAt, cuts } from '@openlode/stratum/testing/stratum-grammar';
import fc from 'fast-check';
import { easyRules, silentLog, startTestPool, startTime, until } from './listener-kit.ts';
import { findShare, Stranger } from './stranger.ts';

/** What one of a few strangers does next. */
const turn = fc.record({
  who: fc.nat(2),
  lines: fc.array(anyLine(startTime), { maxLength: 8 }),
  places: cuts,
  /** Whether a new job comes, whether it is a new block, and whether the stranger leaves. */
  job: fc.constantFrom('none', 'none', 'none', 'same block', 'new block'),
  leaves: fc.integer({ min: 0, max: 9 }).map((draw) => draw === 0),
});

const honest = 'DOGE:D1.honest';
const steady = { ...easyRules.vardiff, secondsMin: Infinity, sharesMin: Infinity };

/**
 * Strangers at a real listener for a number of seconds, beside an honest miner whose every share must be answered. Answers how
 * many stories were told; throws with the seed and the shortest one that fails.
 */
export async function fuzzListener(seconds: number): Promise<number> {
  const faults: unknown[] = [];
  const pool = await startTestPool({
    rules: { ...easyRules, vardiff: steady },
    log: { ...silentLog, error: (...said: unknown[]) => faults.push(said) },
  });
  const miner = new Stranger(pool.listener.port, '127.0.0.2');
  await until(() => !miner.socket.connecting);
  await miner.subscribe();
  await miner.ask('mining.authorize', [honest, 'x'], 2);
  let stories = 0;
  let blocks = 0;
  const end = performance.now() + seconds * 1000;

  const tell = async (
    turns: readonly (typeof turn extends fc.Arbitrary<infer Turn> ? Turn : never)[],
  ): Promise<void> => {
    const strangers = [0, 1, 2].map(() => new Stranger(pool.listener.port));
    for (const { who, lines, places, job, leaves } of turns) {
      if (job !== 'none') {
        blocks += 1;
        const previousHash = job === 'new block' ? Buffer.alloc(32, blocks) : pool.chain.current.previousHash;
        pool.chain.offer({ ...pool.chain.current, previousHash, clean: job === 'new block' });
      }
      const stranger = strangers[who];
      if (stranger === undefined || stranger.isClosed) continue;
      for (const chunk of cutAt(Buffer.from(lines.map((line) => `${line}\n`).join('')), places)) {
        stranger.socket.write(chunk);
      }
      if (leaves) stranger.socket.destroy();
    }
    miner.lines.length = 0;
    await miner.ask('mining.submit', findShare(pool, miner, honest));
    const answer = miner.lines.findLast(({ method }) => method === undefined);
    if (answer?.result !== true) throw new Error(`an honest share was answered ${JSON.stringify(answer)}`);
    for (const { socket } of strangers) socket.destroy();
    await until(() => pool.listener.connections() === 1 && pool.extranonces.taken === 1);
    if (faults.length > 0) throw new Error(`a session failed: ${JSON.stringify(faults)}`);
    if (Object.keys(Object.prototype).length > 0) throw new Error('objects were poisoned');
    stories += 1;
  };

  try {
    const property = fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 12, size: 'max' }), tell);
    // Whole stories: a machine that stands still must not end the first one, or leave one behind beside the end.
    let numRuns = 10;
    do {
      await fc.assert(property, { numRuns });
      numRuns = Math.min(2 * numRuns, 1000);
    } while (performance.now() < end);
  } finally {
    miner.socket.destroy();
    await pool.close();
  }
  return stories;
}
