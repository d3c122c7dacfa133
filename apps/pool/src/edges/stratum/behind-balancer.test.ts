import { connect } from 'node:net';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterEach, beforeAll, afterAll, describe, expect, it } from 'vitest';
import { startTestPool, startTime, type TestPool } from './testing/listener-kit.ts';
import { StratumClient } from './testing/stratum-client.ts';
import { openTlsContext, type TlsContext } from './tls-context.ts';

const pools: TestPool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

/** A pool whose balancer is this machine, and the client addresses of the miners that log in. */
async function startBehind(options: Parameters<typeof startTestPool>[0] = {}) {
  const clients: string[] = [];
  const pool = await startTestPool({
    gateLimits: {},
    isBalancer: (address) => address === '127.0.0.1',
    onMiner: (_login, client) => clients.push(client),
    ...options,
  });
  pools.push(pool);
  return { pool, clients };
}

const from = (client: string) => `PROXY TCP4 ${client} 198.51.100.1 40000 3333\r\n`;

async function open(pool: TestPool, header: string): Promise<StratumClient> {
  const client = await StratumClient.open(pool.listener.port);
  client.socket.write(header);
  return client;
}

describe('a port behind a balancer', () => {
  it('knows each miner by the address that the balancer names, whatever comes with the header', async () => {
    const { pool, clients } = await startBehind();
    const apart = await open(pool, from('192.0.2.7'));
    expect((await apart.login())[1]?.result).toBe(true);
    const together = await StratumClient.open(pool.listener.port);
    together.socket.write(`${from('192.0.2.8')}{"id":9,"method":"mining.subscribe","params":[]}\n`);
    expect(await together.next()).toMatchObject({ id: 9 });
    const byByte = await StratumClient.open(pool.listener.port);
    for (const byte of from('192.0.2.9')) byByte.socket.write(byte);
    expect((await byByte.login())[1]?.result).toBe(true);
    expect(clients).toEqual(['192.0.2.7', '192.0.2.9']);
  });

  it('limits connections by those addresses, not by the one of the balancer', async () => {
    const { pool } = await startBehind({ gateLimits: { connectionsPerClientMax: 1 } });
    const first = await open(pool, from('192.0.2.7'));
    expect((await first.login())[1]?.result).toBe(true);
    const other = await open(pool, from('192.0.2.8'));
    expect((await other.login())[1]?.result).toBe(true);
  });

  it('does not read a client address that has sent too many bytes, also when it comes again', async () => {
    const { pool } = await startBehind({
      gateLimits: { clientBytes: { perSecond: 1, burst: 1000 } },
      gateClock: { now: () => startTime * 1000 },
    });
    const subscribe = '{"id":5,"method":"mining.subscribe","params":[]}';
    const first = await open(pool, from('192.0.2.7'));
    first.socket.write(`${subscribe.padEnd(2000)}\n`);
    expect(await first.next()).toMatchObject({ id: 5 });
    const again = await open(pool, from('192.0.2.7'));
    const atOnce = await open(pool, `${from('192.0.2.7')}${subscribe}\n`);
    again.socket.write(`${subscribe}\n`);
    const other = await open(pool, from('192.0.2.8'));
    expect((await other.login())[1]?.result).toBe(true);
    const another = await open(pool, from('192.0.2.9'));
    expect((await another.login())[1]?.result).toBe(true);
    expect([again.unread, atOnce.unread]).toEqual([[], []]);
  });

  it('closes a connection that begins with anything else, and one that never says whom it is for', async () => {
    const { pool, clients } = await startBehind({ limits: { handshakeSeconds: 0.2 } });
    const direct = await StratumClient.open(pool.listener.port);
    direct.say('mining.subscribe', []);
    await direct.closed;
    const silent = await StratumClient.open(pool.listener.port);
    silent.socket.write('PROXY TCP4 192.0.2.7');
    await silent.closed;
    expect([direct.unread, silent.unread, clients, pool.listener.connections()]).toEqual([[], [], [], 0]);
  });

  it('closes with headers under way', async () => {
    const { pool } = await startBehind();
    const waiting = await open(pool, 'PROXY ');
    await pool.listener.close();
    await waiting.closed;
  });

  it('reads the header of no other machine', async () => {
    const { pool, clients } = await startBehind({ isBalancer: () => false, gateLimits: {} });
    const forged = await open(pool, from('192.0.2.7'));
    await forged.closed;
    const direct = await StratumClient.open(pool.listener.port);
    expect((await direct.login())[1]?.result).toBe(true);
    expect(clients).toEqual(['127.0.0.1']);
  });
});

describe('a TLS port behind a balancer', () => {
  let folder: string;
  let tls: TlsContext;
  let certificate: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-balancer-'));
    tls = await openTlsContext(join(folder, 'tls.pem'), { miners: ['localhost'] }, { now: Date.now });
    certificate = readFileSync(join(folder, 'tls.pem'), 'utf8');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('reads the header in the clear, and then the handshake', async () => {
    const { pool, clients } = await startBehind({ tls });
    const plain = connect(pool.listener.port, '127.0.0.1');
    plain.write(from('192.0.2.7'));
    const secured = connectTls({ socket: plain, ca: certificate, servername: 'localhost' });
    const lines: string[] = [];
    secured.setEncoding('utf8').on('data', (text: string) => lines.push(text));
    secured.write('{"id":1,"method":"mining.subscribe","params":[]}\n');
    secured.write('{"id":2,"method":"mining.authorize","params":["DOGE:D1.rig1","x"]}\n');
    await expect.poll(() => lines.join('')).toContain('"id":2,"result":true');
    secured.destroy();
    expect(clients).toEqual(['192.0.2.7']);
  });
});
