import { openSession } from './session.ts';
import type { SessionOptions } from './session.ts';

export interface IdleMemory {
  /** KiB of the machine's memory for each miner that is connected, authorized and silent. */
  readonly residentKib: number;
  /** Of that, what JavaScript holds. */
  readonly heapKib: number;
}

/** Those who come first bring caches and compiled code; they are not counted. */
const FIRST = 1000;

export async function measureIdleMemory(options: SessionOptions): Promise<IdleMemory> {
  await using session = await openSession({ ...options, connections: FIRST });
  const { server, load, port } = session;
  const before = await server.ask('memory', undefined);
  await load.ask('connect', { port, connections: options.connections });
  const after = await server.ask('memory', undefined);
  const each = (bytes: number): number => bytes / options.connections / 1024;
  return {
    residentKib: each(after.resident - before.resident),
    heapKib: each(after.heap - before.heap),
  };
}
