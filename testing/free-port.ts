import { createServer } from 'node:net';

/** Above this the system hands ports out to outgoing connections, which could take one at any moment. */
const EPHEMERAL = 32_768;
const LOWEST = 12_000;
const TRIES = 50;

/**
 * The first of `count` consecutive ports that are free on the loopback address now, below the ephemeral range; with `twinsAbove` those
 * that lie so far above each of them are free too. With `parts` the search keeps to one of them: what listens only seconds later is not
 * found by another suite meanwhile.
 */
export async function freePorts(count = 1, twinsAbove = 0, part = 0, parts = 1): Promise<number> {
  const width = Math.floor((EPHEMERAL - LOWEST) / parts);
  const lowest = LOWEST + part * width;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const first = lowest + Math.floor(Math.random() * (width - twinsAbove - count));
    if ((await areFree(first, count)) && (twinsAbove === 0 || (await areFree(first + twinsAbove, count))))
      return first;
  }
  throw new Error(`no ${count} free ports in a row between ${lowest} and ${lowest + width}`);
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
