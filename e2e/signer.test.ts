import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildPsbt } from '../testing/build-psbt.ts';
import { printLine, type SignerRequest } from '@openlode/signing/messages';
import { readAnswer } from '@openlode/signing/read-answer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeFlags } from '../testing/node-flags.ts';

const program = join(import.meta.dirname, '../apps/pool/bin/openlode.js');
const passphrase = 'correct horse battery';
/** 32 bytes of 1, as a wallet of a test network exports them. */
const exportedKey = 'cMceqPhHedrhbcR9eXgzmfWy7kRqLyAxMYwFT6ABDWsiwUp9Nsq9';

const previous =
  '0200000001def1bea4283b2c5c184975ef5ad44c3d287eb58820cf5acaa2e289713ca75ca20000000000ffffffff02e8030000000000001600142bf82e71f54d684ce25115d30b9399273275bad000e1f5050000000016001479b000887626b294a914501a4cd226b58b23598300000000';
const unsigned =
  '020000000199603b8da49b2d5fb47058dc88b50e23f394f00b44e0b73cd25bda2cab27749d0100000000fdffffff02005a6202000000001600142bf82e71f54d684ce25115d30b9399273275bad0188393030000000016001479b000887626b294a914501a4cd226b58b23598300000000';
const signed =
  '0200000000010199603b8da49b2d5fb47058dc88b50e23f394f00b44e0b73cd25bda2cab27749d0100000000fdffffff02005a6202000000001600142bf82e71f54d684ce25115d30b9399273275bad0188393030000000016001479b000887626b294a914501a4cd226b58b2359830247304402207881229713fade5d0b7338772f50e94c9da6c183dae4e013d71a3310eeb5e921022056d9e44b2d104a3781dd98c6d256427b3209b33c88715c34be8f8bb8d381ee940121031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f00000000';

const bytes = (hex: string): Uint8Array => Buffer.from(hex, 'hex');
const request: SignerRequest = {
  type: 'sign',
  network: 'LTC-regtest',
  kind: 'payout',
  orders: [{ payoutId: 'a:1', address: 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq', amount: 40_000_000n }],
  unsigned: Buffer.from(buildPsbt(bytes(unsigned), [bytes(previous)], 2)).toString('base64'),
};

let folder: string;
let running: ChildProcess | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'openlode-signer-'));
});
afterAll(() => {
  running?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function start(command: string, ...lines: readonly string[]) {
  const child = spawn(
    process.execPath,
    [...nodeFlags(), program, 'signer', ...command.split(' '), '--dir', join(folder, 'keys')],
    { env: { PATH: process.env['PATH'] }, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  child.stdin.end(`${lines.join('\n')}\n`);
  return child;
}

/** What a command printed, after it has ended. */
async function run(command: string, ...lines: readonly string[]): Promise<string> {
  const child = start(command, ...lines);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  expect({ code: code as number, err }).toEqual({ code: 0, err: '' });
  return out;
}

/** A signer whose socket is open, and all that it prints. */
async function unlock(): Promise<{ readonly child: ChildProcess; readonly printed: Promise<string> }> {
  const child = start(`run --socket ${join(folder, 's')}`, passphrase);
  running = child;
  const printed = Promise.all([text(child.stdout), text(child.stderr)]).then((parts) => parts.join(''));
  const opened = new Promise<void>((resolve) => {
    let seen = '';
    child.stdout.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      if (seen.includes('the signer is open')) resolve();
    });
  });
  await Promise.race([opened, once(child, 'exit')]);
  return { child, printed };
}

async function ask(line: string) {
  const socket = createConnection(join(folder, 's'));
  socket.end(line);
  return readAnswer((await text(socket)).trimEnd());
}

it('signs on its socket, and after a kill gives the same bytes again', async () => {
  await run('setup', passphrase, passphrase);
  await run('add-key LTC-regtest --import', passphrase, exportedKey);
  writeFileSync(
    join(folder, 'keys/signer.yaml'),
    'networks:\n  LTC-regtest: {payment: 1, day: 2, fee: 0.001, feeRate: 100}\n',
    { mode: 0o600 },
  );
  const first = await unlock();
  expect(statSync(join(folder, 's')).mode & 0o777).toBe(0o600);
  expect(await ask(printLine(request))).toMatchObject({ ok: true, bytes: signed, again: false });
  expect(await ask('{"type":"sign"}\n')).toMatchObject({ ok: false, reason: 'malformed' });
  const gone = once(first.child, 'exit');
  first.child.kill('SIGKILL');
  await gone;
  const second = await unlock();
  expect(await ask(printLine(request))).toMatchObject({ ok: true, bytes: signed, again: true });
  second.child.kill('SIGTERM');
  expect(await once(second.child, 'exit')).toEqual([0, null]);
  const everything = [
    await first.printed,
    await second.printed,
    ...readdirSync(join(folder, 'keys')).map((name) => readFileSync(join(folder, 'keys', name), 'utf8')),
  ].join('\n');
  expect(everything).toContain('signed ');
  for (const secret of [passphrase, exportedKey, '01'.repeat(16)]) expect(everything).not.toContain(secret);
});
