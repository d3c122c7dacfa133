import { restAfter } from '../../runtime/rest-after.ts';
import { type Prebuilt, prebuild } from './prebuilt.ts';

/** An answer that is built again as time goes by. */
export interface PrebuiltAnswer {
  /** The answer as it is now; waits for it where it has to be read. */
  readonly read: () => Promise<Prebuilt>;
  /**
   * The answer without waiting: a new one, or one that has just become old while the next is being read. Undefined where there
   * is none that could still be shown.
   */
  readonly ready: () => Prebuilt | undefined;
}

const ageMsMax = 1000;

/**
 * Builds an answer when it is asked for, at most once a second and never twice at once; what is expensive to read is read less
 * often (`restAfter`). A failed read is tried again by the next call.
 */
export function prebuiltAnswer(
  read: () => Promise<unknown>,
  now: () => number = () => performance.now(),
): PrebuiltAnswer {
  let last: Prebuilt | undefined;
  let freshUntil = Number.NEGATIVE_INFINITY;
  let graceUntil = Number.NEGATIVE_INFINITY;
  let reading: Promise<Prebuilt> | undefined;
  const rest = restAfter(ageMsMax);
  const build = async (): Promise<Prebuilt> => {
    const began = now();
    const prebuilt = prebuild(await read(), 'public, max-age=1');
    const took = now() - began;
    freshUntil = now() + rest(took);
    graceUntil = freshUntil + Math.max(ageMsMax, 2 * took);
    last = prebuilt;
    return prebuilt;
  };
  const readOnce = (): Promise<Prebuilt> => {
    reading ??= build().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  return {
    read: () => (last !== undefined && now() < freshUntil ? Promise.resolve(last) : readOnce()),
    ready: () => {
      const at = now();
      if (at < freshUntil) return last;
      if (at >= graceUntil) return undefined;
      // Callers of read() get its error.
      readOnce().catch(() => undefined);
      return last;
    },
  };
}
