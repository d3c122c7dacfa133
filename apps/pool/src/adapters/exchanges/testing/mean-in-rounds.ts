import type { TestContext } from '../../../domain/testing/create-test-context.ts';
import type { DealtFaults } from './dealt-faults.ts';
import type { LostAnswersOptions } from './lost-answers.ts';
import type { VenueServer } from './venue-server.ts';

/** What is meant in each round, an order or a transfer. */
export interface Meant {
  /** Stores it as a row and asks for it once. Its id. */
  readonly send: () => Promise<string>;
  /** Looks it up once. The state of its row. */
  readonly look: (id: string) => Promise<string>;
  /** In these states nothing more comes of it; one that was refused is meant again. */
  readonly over: readonly string[];
  /** How many the venue has taken so far. */
  readonly taken: () => number;
}

/** What is not taken in twenty attempts is a fault of its own. */
const attemptsMax = 20;

/** Means it in each round until the venue should have taken it, and counts the rounds in which that was more than once, or never. */
export async function meanInRounds(
  { send, look, over, taken }: Meant,
  ctx: TestContext,
  {
    dealt,
    server,
    random,
    rounds,
  }: Pick<LostAnswersOptions, 'random' | 'rounds'> & {
    readonly dealt: DealtFaults;
    readonly server: VenueServer;
  },
): Promise<{ readonly double: number; readonly missing: number }> {
  let [double, missing] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const before = taken();
    dealt.begin();
    for (let state = 'refused', attempt = 1; state === 'refused'; attempt += 1) {
      if (attempt > attemptsMax) throw new Error(`it was not taken in ${attemptsMax} attempts`);
      const id = await send();
      for (;;) {
        if (random.percent(50)) server.takeLate();
        state = await look(id);
        if (over.includes(state)) break;
        ctx.advance(random.percent(50) ? 20_000 : 301_000);
      }
      // What was given up arrives now, if ever.
      if (random.percent(50)) server.takeLate();
    }
    ctx.advance(3_600_000);
    server.takeLate();
    const more = taken() - before;
    if (more > 1) double += 1;
    if (more < 1) missing += 1;
  }
  return { double, missing };
}
