import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { ROOT } from './root.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

type Answer = (say: (value: unknown) => void, socket: Socket) => void;

/** A pool that answers a login so, or closes the connection at once. */
async function poolThat(answer: Answer, atEntry = false): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    const say = (value: unknown): void => void socket.write(`${JSON.stringify(value)}\n`);
    if (atEntry) return answer(say, socket);
    createInterface({ input: socket }).on('line', (line) => {
      const { id, method } = JSON.parse(line) as { id: number; method: string };
      if (method === 'mining.subscribe') say({ id, result: [[], 'f0000001', 4], error: null });
      if (method === 'mining.authorize') answer((value) => say({ id, ...(value as object) }), socket);
    });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function run(...args: string[]): Promise<{ code: number | null; output: string; errors: string }> {
  const all = ['--import', 'tsx', 'scripts/mine.ts', ...args];
  const child = spawn(process.execPath, all, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code: code as number | null, output, errors };
}

async function mine(port: number): Promise<{ code: number | null; errors: string }> {
  const { code, errors } = await run('DOGE:D1.rig1', String(port));
  return { code, errors };
}

const message = (words: string) => ({ id: null, method: 'client.show_message', params: [words] });
/** Node may warn of something before. */
const saying = (words: string): unknown => expect.stringContaining(`${words}\n`);
const waitLimit = 60_000;
/** Each starts a process, and these show little more than the others. */
const itLong = it.runIf(process.env['TEST_LONG'] === '1');

it('says why its login was refused', { timeout: waitLimit }, async () => {
  const port = await poolThat((say, socket) => {
    say(message('Unknown coin'));
    say({ result: null, error: [24, 'Unknown coin', null] });
    socket.end();
  });
  expect(await mine(port)).toEqual({
    code: 1,
    errors: saying('the pool refused DOGE:D1.rig1: Unknown coin'),
  });
});

it('says that the pool closed the connection while it mined, and why', { timeout: waitLimit }, async () => {
  const port = await poolThat((say, socket) => {
    say({ result: true, error: null });
    say(message('Banned until noon'));
    socket.end();
  });
  const closed = { code: 1, errors: saying('The pool closed the connection: Banned until noon.') };
  expect(await mine(port)).toEqual(closed);
});

itLong('says what it was told at the door', { timeout: waitLimit }, async () => {
  const port = await poolThat((say, socket) => {
    say(message('Banned until noon'));
    socket.end();
  }, true);
  const closed = { code: 1, errors: saying('the pool closed the connection: Banned until noon') };
  expect(await mine(port)).toEqual(closed);
});

itLong('says how it is used when asked for help', { timeout: waitLimit }, async () => {
  const { code, output } = await run('--help');
  expect([code, output.slice(0, 44)]).toEqual([0, 'Usage: npm run mine -- COIN:ADDRESS.WORKER [']);
});

itLong(
  'says that the work is of another algorithm than the one to mine',
  { timeout: waitLimit },
  async () => {
    const port = await poolThat((say) => {
      say({ result: true, error: null });
      say({ id: null, method: 'mining.set_difficulty', params: [1] });
      say({ id: null, method: 'mining.notify', params: ['1', '', '', '', [], '', '', '', true] });
    });
    const { code, errors } = await run('DOGE:D1.rig1', String(port), '--algorithm', 'kawpow');
    expect([code, errors]).toEqual([
      1,
      saying("the work of this port is not kawpow's: is it another algorithm's port?"),
    ]);
  },
);

it('says first that an algorithm is not hashed here', { timeout: waitLimit }, async () => {
  const { code, errors } = await run('DOGE:D1.rig1', '--algorithm', 'beamhash');
  expect([code, errors]).toEqual([2, expect.stringContaining('beamhash is not hashed here: only ')]);
});
