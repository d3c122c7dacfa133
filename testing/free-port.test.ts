import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { freePorts } from './free-port.ts';

afterEach(() => vi.restoreAllMocks());

/** Has the next search begin with this port. */
function beginWith(port: number, twinsAbove: number): void {
  const possible = 32_768 - 12_000 - twinsAbove - 10;
  vi.spyOn(Math, 'random').mockReturnValueOnce((port - 12_000 + 0.5) / possible);
}

it('looks at the twins of ports as well: a port is not free while another program listens a thousand above it', async () => {
  const port = await freePorts(10, 1000);
  const server = createServer().listen(port + 1005, '127.0.0.1');
  await once(server, 'listening');
  try {
    beginWith(port, 1000);
    expect(await freePorts(10, 1000)).not.toBe(port);
    beginWith(port, 0);
    expect(await freePorts(10)).toBe(port);
  } finally {
    server.close();
  }
});
