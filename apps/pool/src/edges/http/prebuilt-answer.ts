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
/** Reading takes at most this part of the time, however much there is to read. */
const readPart = 1 / 20;

/**
 * Builds an answer when it is asked for, at most once a second and never twice at once; what is expensive to read is read less
 * often. A failed read is tried again by the next call.
 */
export function prebuiltAnswer(
  read: () => Promise<unknown>,
  now: () => number = () => performance.now(),
): PrebuiltAnswer {
  let last: Prebuilt | undefined;
  let freshUntil = Number.NEGATIVE_INFINITY;
  let graceUntil = Number.NEGATIVE_INFINITY;
  let reading: Promise<Prebuilt> | undefined;
  const build = async (): Promise<Prebuilt> => {
    const began = now();
    const prebuilt = prebuild(await read(), 'public, max-age=1');
    const took = now() - began;
    freshUntil = now() + Math.max(ageMsMax, took / readPart);
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
