import { once } from 'node:events';
import { createServer } from 'node:net';
import { algorithms } from '@openlode/catalogue/algorithms';
import { portPlan } from '@openlode/catalogue/port-plan';
import { expect, it } from 'vitest';
import { type PoolPorts, reservePoolPorts } from './pool-ports.ts';

/** Every port that the pool may listen on. */
function portsOf({ http, ops, stratumBase }: PoolPorts): readonly number[] {
  const stratum = algorithms.flatMap(({ code }) => {
    const plan = portPlan(code, stratumBase);
    if (plan === undefined) return [];
    const { standard, highDifficulty, lowDifficulty, extra } = plan;
    return [standard, highDifficulty, lowDifficulty, ...extra].flatMap(({ tcp, tls }) => [tcp, tls]);
  });
  return [http, ops, ...stratum];
}

it('gives each pool ports that no other has, though none listens yet, until all are reserved', async () => {
  const reserved: PoolPorts[] = [];
  try {
    while (reserved.length < 8) reserved.push(await reservePoolPorts());
    const ports = reserved.flatMap(portsOf);
    expect(new Set(ports).size).toBe(ports.length);
    expect(Math.max(...ports)).toBeLessThan(32_768);
  } finally {
    for (const { release } of reserved) release();
  }
});

it('gives no range that is reserved, or in which another program listens, be it on a TLS port', async () => {
  const { stratumBase, release } = await reservePoolPorts();
  await expect(reservePoolPorts([stratumBase])).rejects.toThrow('no range of ports');
  const server = createServer().listen(stratumBase + 1005, '127.0.0.1');
  await once(server, 'listening');
  release();
  try {
    await expect(reservePoolPorts([stratumBase])).rejects.toThrow('no range of ports');
  } finally {
    server.close();
  }
});
