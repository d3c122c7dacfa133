import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '../../../../../../testing/free-port.ts';
import { hasMonerod } from '../../../../../../testing/monero-nodes.ts';
import { NodeProcess } from '../../../../../../testing/node-process.ts';
import { type NodeRpc, openNodeRpc } from '../nodes/node-rpc.ts';
import { newDigestLanes } from '../nodes/rpc-connections.ts';

describe.skipIf(!hasMonerod)('a monerod that wants a login (--rpc-login)', () => {
  const monerod = new NodeProcess('monerod');
  let folder: string;
  let port: number;
  let login = 'us er:pa"ss\\w';
  let rpc: NodeRpc;

  async function start(): Promise<void> {
    const options = {
      'data-dir': folder,
      'log-file': join(folder, 'log'),
      'rpc-login': login,
      'rpc-bind-port': port,
      'p2p-bind-ip': '127.0.0.1',
      'p2p-bind-port': port + 1,
      'fixed-difficulty': 1,
    };
    const given = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    given.push('--regtest', '--offline', '--no-igd', '--no-zmq', '--non-interactive');
    await monerod.start(spawn('monerod', given, { stdio: 'ignore' }), async () => {
      const response = await fetch(`http://127.0.0.1:${port}/json_rpc`, { method: 'POST', body: '{}' });
      return response.status === 401;
    });
  }

  const open = (content: () => string): NodeRpc =>
    openNodeRpc({
      url: new URL(`http://127.0.0.1:${port}/json_rpc`),
      scheme: 'digest',
      readLogin: content,
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openlode-login-'));
    port = await freePorts(2);
    await start();
    rpc = open(() => `# of the node\n${login}\n`);
  });
  afterAll(async () => {
    rpc?.close();
    await monerod.signal('SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  const kinds = async (calls: number): Promise<Set<string>> => {
    const outcomes = await Promise.all(Array.from({ length: calls }, () => rpc.call('get_block_count')));
    return new Set(outcomes.map(({ kind }) => kind));
  };

  it('answers calls one after the other, and many at once', async () => {
    for (let call = 0; call < 20; call += 1) expect(await kinds(1)).toEqual(new Set(['result']));
    expect(await kinds(20)).toEqual(new Set(['result']));
    expect(await kinds(20)).toEqual(new Set(['result']));
  });

  it('takes calls of several paths on one connection', async () => {
    const lanes = newDigestLanes();
    const [all, images] = (['json_rpc', 'is_key_image_spent'] as const).map((path) =>
      openNodeRpc({
        url: new URL(`http://127.0.0.1:${port}/${path}`),
        scheme: 'digest',
        lanes,
        form: path === 'json_rpc' ? 'json-rpc' : 'plain',
        readLogin: () => login,
      }),
    );
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await all?.call('get_block_count'))?.kind).toBe('result');
      expect((await images?.call('', { key_images: ['ab'.repeat(32)] }))?.kind).toBe('result');
    }
    expect(lanes.all.size).toBe(1);
    all?.close();
  });

  it('refuses another password, and says so', async () => {
    const stranger = open(() => 'us er:other');
    expect(await stranger.call('get_info')).toEqual({
      kind: 'unauthorized',
      why: 'the node refuses user or password',
    });
    stranger.close();
  });

  it('answers again after a start with another password', async () => {
    await monerod.signal('SIGTERM');
    expect(await kinds(1)).toEqual(new Set(['unanswered']));
    login = 'user:word';
    await start();
    expect(await kinds(8)).toEqual(new Set(['result']));
  });
});
