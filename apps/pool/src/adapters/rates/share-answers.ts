import type { Clock } from '../../domain/kernel/clock.ts';
import { type AskMarket, boundedRest, type MarketAnswer } from './ask-market.ts';
import type { SourceAnswer, SourceShape } from './source-shape.ts';

/** What processes of one pool keep of a source's answers for one another. Rejects where it cannot be asked. */
export interface AnswerStore {
  /** The last answer to a call, as it was written, and when; undefined before the first. */
  read(source: string, path: string): Promise<{ readonly answer: unknown; readonly at: number } | undefined>;
  /**
   * Whether this process is to make the call now: no other has begun it within `leaseMs`, or has an answer younger than `acceptMs`. What is dated more than
   * `leaseMs` ahead is by a wrong clock, and counts as neither.
   */
  claim(
    source: string,
    path: string,
    due: { readonly now: number; readonly leaseMs: number; readonly acceptMs: number },
  ): Promise<boolean>;
  /** Calls of a source whose last answer was that it wants fewer, with the time that it named, ms. */
  limited(source: string): Promise<readonly { readonly at: number; readonly restMs: number | undefined }[]>;
  /** False where the call of `askedAt` is not the last that was begun: nothing is written then. */
  write(
    source: string,
    path: string,
    answer: unknown,
    times: { readonly askedAt: number; readonly at: number },
  ): Promise<boolean>;
}

export interface ShareOptions {
  readonly ask: AskMarket;
  readonly store: AnswerStore;
  readonly clock: Clock;
  /** Rests this long, ms. */
  readonly pause: (ms: number) => Promise<void>;
}

/** A call ends within twenty seconds; a process that has ended in the middle of one keeps the others from it for this long, ms. */
const leaseMs = 25_000;
const pauseMs = 1000;
/** An answer that is as old as the next one is due stands for it no more. */
const slackMs = 1000;

/**
 * A source as several processes ask it: each call is made by one of them, and the others read what it was answered, with its time. So the calls of a pool
 * stay within what a source gives away, however many processes it has. What is kept is what the answers say of the coins of the catalogue, which is small.
 */
export function shareAnswers(
  shape: SourceShape,
  { ask, store, clock, pause }: ShareOptions,
): { readonly shape: SourceShape; readonly ask: AskMarket } {
  const askNow = async (path: string, askedAt: number): Promise<MarketAnswer | undefined> => {
    const answer = kept(shape, path, await ask(path));
    const at = clock.now();
    // A process that was stopped in its call may come back after another has asked: that one's answer is the newer.
    const isLast = await store.write(shape.name, path, answer, { askedAt, at });
    return isLast ? answerOf({ answer, at }) : undefined;
  };
  /** How long it is left alone yet: where it wants fewer calls of one process, it wants fewer of all. */
  const restOf = async (now: number): Promise<number> =>
    (await store.limited(shape.name)).reduce((longest, { at, restMs = shape.everyMs }) => {
      const rest = at > now + leaseMs ? 0 : at + boundedRest(restMs) - now;
      return rest > longest ? rest : longest;
    }, 0);
  return {
    shape: {
      ...shape,
      readPrices: (body) => new Map(body as readonly (readonly [string, SourceAnswer])[]),
      backing: 'venue' in shape.backing ? shape.backing : { ...shape.backing, read: (body) => body as never },
    },
    ask: async (path, acceptMs = shape.everyMs - slackMs) => {
      try {
        for (let waited = 0; waited <= leaseMs; waited += pauseMs) {
          const now = clock.now();
          const restMs = await restOf(now);
          if (restMs > 0) return { kind: 'limited', restMs };
          const last = await store.read(shape.name, path);
          const countsMs = isLimited(last?.answer) ? leaseMs : acceptMs;
          if (last !== undefined && isYoung(now - last.at, countsMs)) return answerOf(last);
          const isOurs = await store.claim(shape.name, path, { now, leaseMs, acceptMs: countsMs });
          const own = isOurs ? await askNow(path, now) : undefined;
          if (own !== undefined) return own;
          await pause(pauseMs);
        }
        return { kind: 'unanswered', why: 'another process asks it, and has no answer' };
      } catch (error) {
        return { kind: 'unanswered', why: `the database does not answer: ${(error as Error).message}` };
      }
    },
  };
}

function kept(
  { pricesPath, readPrices, backing }: SourceShape,
  path: string,
  answer: MarketAnswer,
): MarketAnswer {
  if (answer.kind !== 'answered') return answer;
  try {
    if (path === pricesPath) return { kind: 'answered', body: [...readPrices(answer.body)] };
    return { kind: 'answered', body: 'read' in backing ? backing.read(answer.body) : undefined };
  } catch (error) {
    return { kind: 'unanswered', why: (error as Error).message };
  }
}

/** That a source wants fewer calls stands for no answer once it has been left alone: otherwise it would be left alone again and again, for a day. */
function isLimited(answer: unknown): boolean {
  return (answer as MarketAnswer | undefined)?.kind === 'limited';
}

/** One of a clock that is ahead would stay young until that time has come. */
function isYoung(ageMs: number, acceptMs: number): boolean {
  return ageMs < acceptMs && ageMs >= -leaseMs;
}

function answerOf({ answer, at }: { readonly answer: unknown; readonly at: number }): MarketAnswer {
  const known = answer as MarketAnswer;
  return known.kind === 'answered' ? { ...known, at } : known;
}
