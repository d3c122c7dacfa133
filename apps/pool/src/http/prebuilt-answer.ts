import { createHash } from 'node:crypto';

/** An answer made ready once for many calls. */
export interface Prebuilt {
  readonly body: Buffer;
  readonly etag: string;
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
): () => Promise<Prebuilt> {
  let ready: Prebuilt | undefined;
  let freshUntil = Number.NEGATIVE_INFINITY;
  let reading: Promise<Prebuilt> | undefined;
  const build = async (): Promise<Prebuilt> => {
    const began = now();
    const body = Buffer.from(JSON.stringify(await read()));
    const took = now() - began;
    freshUntil = now() + Math.max(ageMsMax, took / readPart);
    ready = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
    return ready;
  };
  return () => {
    if (ready !== undefined && now() < freshUntil) return Promise.resolve(ready);
    reading ??= build().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
