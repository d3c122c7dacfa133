import { createServer, type Server } from 'node:net';

/** Above are the ranges of the pools that suites start (`pool-ports.ts`). */
const HIGHEST = 14_000;
const LOWEST = 12_000;
/** Ports of one caller at most, and the one that tells others that they are taken. */
const WIDTH = 8;
const GUARD = WIDTH - 1;
const TRIES = 500;

/**
 * The first of `count` consecutive ports that are free on the loopback address, and this process's until it ends: a program listens on them only
 * seconds after they were chosen, and other suites look for theirs meanwhile. At most seven.
 */
export async function freePorts(count = 1): Promise<number> {
  if (count > GUARD) throw new Error(`${count} ports are more than ${GUARD}`);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const first = LOWEST + WIDTH * Math.floor((Math.random() * (HIGHEST - LOWEST)) / WIDTH);
    const guard = await listen(first + GUARD);
    if (guard === undefined) continue;
    if (await areFree(first, count)) return first;
    guard.close();
  }
  throw new Error(`no ${count} free ports in a row between ${LOWEST} and ${HIGHEST}`);
}

export async function areFree(first: number, count: number): Promise<boolean> {
  for (let port = first; port < first + count; port += 1) if (!(await isFree(port))) return false;
  return true;
}

/** Takes a port, so that no other suite does; undefined where it is taken. */
export function listen(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    // It must not keep a suite from ending.
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server.unref()));
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
