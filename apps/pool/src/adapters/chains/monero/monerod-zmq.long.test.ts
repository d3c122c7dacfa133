import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '../../../../../../testing/free-port.ts';
import { hasMonerod } from '../../../../../../testing/monero-nodes.ts';
import { NodeProcess } from '../../../../../../testing/node-process.ts';
import { type NodeRpc, openNodeRpc } from '../nodes/node-rpc.ts';
import { subscribe } from '../nodes/zmq-subscriber.ts';
import { offeredChain } from '../offered-chains.ts';

const thirdParty =
  '4AHf5UPcGEsJqx57DYp8tSCbQB2YLjmxMJdvjoR5mFfP9Y97FTeKCgPXSXWLdpD45nJCtKmj7ixXPGR3UqWeX8ds5LDXXyS';

describe.skipIf(!hasMonerod)('a monerod that publishes its blocks (--zmq-pub)', () => {
  const monerod = new NodeProcess('monerod');
  let folder: string;
  let port: number;
  let rpc: NodeRpc;

  async function start(): Promise<void> {
    const options = {
      'data-dir': folder,
      'log-file': join(folder, 'log'),
      'rpc-bind-port': port,
      'p2p-bind-ip': '127.0.0.1',
      'p2p-bind-port': port + 1,
      'zmq-rpc-bind-port': port + 2,
      'zmq-pub': `tcp://127.0.0.1:${port + 3}`,
      'fixed-difficulty': 1,
    };
    const given = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    given.push('--regtest', '--keep-fakechain', '--offline', '--no-igd', '--non-interactive');
    await monerod.start(spawn('monerod', given, { stdio: 'ignore' }), async () => {
      const outcome = await rpc.call('get_block_count');
      return outcome.kind === 'result';
    });
  }

  async function generate(): Promise<void> {
    const given = { amount_of_blocks: 1, wallet_address: thirdParty };
    const outcome = await rpc.call('generateblocks', given, { withinMs: 60_000 });
    expect(outcome.kind).toBe('result');
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openlode-zmq-'));
    port = await freePorts(4);
    rpc = openNodeRpc({ url: new URL(`http://127.0.0.1:${port}/json_rpc`) });
    await start();
  });
  afterAll(async () => {
    rpc?.close();
    await monerod.signal('SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  it('is heard with each new block, and again after it was away', async () => {
    const heard: string[] = [];
    const states: (string | undefined)[] = [];
    const end = subscribe({
      host: '127.0.0.1',
      port: port + 3,
      topic: offeredChain('XMR').tipTopic,
      onMessage: (message) =>
        void heard.push(
          Buffer.concat([...message])
            .toString('latin1')
            .slice(0, 40),
        ),
      onState: (problem) => void states.push(problem),
      retryMs: 100,
    });
    const heardOne = async (count: number): Promise<void> => {
      // A subscription is under way for a moment: a block of before it is told to no one.
      await expect
        .poll(
          async () => {
            if (heard.length < count) await generate();
            return heard.length >= count;
          },
          { timeout: 60_000, interval: 500 },
        )
        .toBe(true);
    };
    try {
      await heardOne(1);
      expect(states).toEqual([undefined]);
      expect(heard[0]).toMatch(/^json-minimal-chain_main:/);
      await monerod.signal('SIGTERM');
      await expect.poll(() => states.at(-1), { timeout: 60_000 }).toMatch(/closed the connection|ECONN/);
      await start();
      await heardOne(heard.length + 1);
      expect(states.at(-1)).toBeUndefined();
    } finally {
      end();
    }
  });
});
