import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes names in a directory durable. */
export function syncDirectory(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
