import { createServer } from 'node:net';

/** Above are the ranges of the pools that suites start (`pool-ports.ts`). */
const HIGHEST = 14_000;
const LOWEST = 12_000;
const TRIES = 50;

/** The first of `count` consecutive ports that are free on the loopback address now. */
export async function freePorts(count = 1): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const first = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST - count));
    if (await areFree(first, count)) return first;
  }
  throw new Error(`no ${count} free ports in a row between ${LOWEST} and ${HIGHEST}`);
}

export async function areFree(first: number, count: number): Promise<boolean> {
  for (let port = first; port < first + count; port += 1) if (!(await isFree(port))) return false;
  return true;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
