import { vi } from 'vitest';

/** A busy machine is no fault of the code: what no test gives a time of its own may take this long. In milliseconds. */
export const WAIT_LIMIT_MS = 30_000;

const waitFor = vi.waitFor;
vi.waitFor = (callback, options) =>
  waitFor(callback, {
    timeout: WAIT_LIMIT_MS,
    ...(typeof options === 'number' ? { timeout: options } : options),
  });
