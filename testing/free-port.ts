import { createServer } from 'node:net';

/** Above this the system hands ports out to outgoing connections, which could take one at any moment. */
const EPHEMERAL = 32_768;
const LOWEST = 12_000;
const TRIES = 50;

/**
 * The first of `count` consecutive ports that are free on the loopback address now, below the ephemeral range; with `twinsAbove` those
 * that lie so far above each of them are free too.
 */
export async function freePorts(count = 1, twinsAbove = 0): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const first = LOWEST + Math.floor(Math.random() * (EPHEMERAL - LOWEST - twinsAbove - count));
    if ((await areFree(first, count)) && (twinsAbove === 0 || (await areFree(first + twinsAbove, count))))
      return first;
  }
  throw new Error(`no ${count} free ports in a row between ${LOWEST} and ${EPHEMERAL}`);
}

async function areFree(first: number, count: number): Promise<boolean> {
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
