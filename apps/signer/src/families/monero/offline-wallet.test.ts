import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freePorts } from '../../../../../testing/free-port.ts';
import { payer } from '../../../../../testing/monero-payments.ts';
import { Refused, type SigningWallet, WalletFailure } from '../family.ts';
import { openOfflineWallet } from './offline-wallet.ts';

const limits = { timeout: 120_000 };

/** What stands in the place of `monero-wallet-rpc`: it notes how it was started, and answers by a file of the suite. */
const program = `#!${process.execPath}
const { appendFileSync, existsSync, readFileSync, statSync } = require('node:fs');
const folder = process.env.FAKE_WALLET;
const file = process.argv[2].slice('--config-file='.length);
const settings = Object.fromEntries(readFileSync(file, 'utf8').trim().split('\\n').map((line) => line.split(/=(.*)/s)));
const made = settings['generate-from-json'];
const modes = [file, made].map((path) => (statSync(path).mode & 0o777).toString(8));
appendFileSync(folder + '/starts', JSON.stringify({ pid: process.pid, made, modes, settings, key: JSON.parse(readFileSync(made)) }) + '\\n');
if (existsSync(folder + '/broken')) process.exit(1);
require('node:http').createServer((request, response) => {
  let text = '';
  request.on('data', (part) => (text += part));
  request.on('end', () => {
    if (request.headers.authorization === undefined)
      return response.writeHead(401, { 'www-authenticate': 'Digest qop="auth",algorithm=MD5,realm="w",nonce="n"' }).end();
    const { method } = JSON.parse(text);
    appendFileSync(folder + '/asked', method + '\\n');
    const answers = JSON.parse(readFileSync(folder + '/answers'));
    const answer = answers[process.pid + ' ' + method] ?? answers[method];
    response.end(JSON.stringify(answer ?? { error: { code: -32601 } }));
  });
}).listen(Number(settings['rpc-bind-port']), '127.0.0.1');
`;

interface Start {
  readonly pid: number;
  readonly made: string;
  readonly modes: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
  readonly key: Readonly<Record<string, unknown>>;
}

let folder: string;
let answers: Record<string, unknown>;
let wallet: SigningWallet | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openlode-wallet-'));
  const path = join(folder, 'monero-wallet-rpc');
  writeFileSync(path, program);
  chmodSync(path, 0o700);
  vi.stubEnv('FAKE_WALLET', folder);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
  answer({ get_address: { result: { address: payer.address } } });
});
afterEach(async () => {
  await wallet?.close();
  wallet = undefined;
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function answer(more: Record<string, unknown>): void {
  answers = { ...answers, ...more };
  writeFileSync(join(folder, 'answers'), JSON.stringify(answers));
}

function linesOf(name: string): readonly string[] {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
}

const starts = (): readonly Start[] => linesOf('starts').map((line) => JSON.parse(line) as Start);

async function open(): Promise<SigningWallet> {
  const port = await freePorts(1);
  const secret = Buffer.from(payer.spendKey, 'hex');
  wallet = openOfflineWallet({ network: 'XMR-regtest', directory: folder, port }, secret);
  return wallet;
}

function isAlive(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}

it(
  'gets the key by a file for its user alone, in memory and gone once it is up, and ends with the signer',
  limits,
  async () => {
    const opened = await open();
    await opened.ready();
    const [start] = starts();
    expect(start?.key).toMatchObject({
      spendkey: payer.spendKey,
      viewkey: payer.viewKey,
      address: payer.address,
    });
    expect([start?.modes, start?.made.startsWith('/dev/shm/')]).toEqual([['600', '600'], true]);
    expect(start?.settings).toMatchObject({
      offline: '1',
      'rpc-bind-ip': '127.0.0.1',
      'log-file': '/dev/null',
    });
    expect([existsSync(start?.made ?? ''), isAlive(start?.pid)]).toEqual([false, true]);
    await opened.close();
    expect(isAlive(start?.pid)).toBe(false);
    expect(existsSync(join(start?.made ?? '', '..'))).toBe(false);
  },
);

it('signs into one transaction, or refuses without the words of the wallet', limits, async () => {
  const opened = await open();
  answer({ sign_transfer: { result: { tx_raw_list: ['ab01'], tx_key_list: ['cd02'] } } });
  expect(await opened.sign('ff')).toEqual({ bytes: Uint8Array.of(0xab, 1), keys: Uint8Array.of(0xcd, 2) });
  for (const [said, why] of [
    [{ result: { tx_raw_list: ['ab', 'cd'], tx_key_list: ['ef', '01'] } }, 'not just one transaction'],
    [{ result: { tx_raw_list: [], tx_key_list: [] } }, 'not just one transaction'],
    [{ result: { tx_raw_list: ['ab', 'cd'], tx_key_list: ['ef'] } }, 'too few secrets'],
    [{ result: { tx_raw_list: ['ab'] } }, 'no transactions'],
    [{ result: { tx_raw_list: ['xyz'], tx_key_list: ['ef'] } }, 'a transaction that is none'],
    [{ error: { code: -4, message: payer.spendKey } }, 'The wallet cannot do it (-4).'],
  ] as const) {
    answer({ sign_transfer: said });
    const refusal = await opened.sign('ff').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refused);
    expect((refusal as Error).message).toContain(why);
    expect((refusal as Error).message).not.toContain(payer.spendKey);
  }
  answer({ sign_transfer: { result: { tx_raw_list: ['ab01', 'ef'], tx_key_list: ['cd02', '03'] } } });
  expect(await opened.signAll('ff')).toEqual([
    { bytes: Uint8Array.of(0xab, 1), keys: Uint8Array.of(0xcd, 2) },
    { bytes: Uint8Array.of(0xef), keys: Uint8Array.of(3) },
  ]);
  expect(starts()).toHaveLength(1);
});

it(
  'is made new where it does not take outputs that it is given, as after a branch that was given up',
  limits,
  async () => {
    const opened = await open();
    await opened.ready();
    const [first] = starts();
    answer({
      [`${first?.pid} import_outputs`]: { error: { code: -1 } },
      import_outputs: { result: {} },
      export_key_images: { result: { signed_key_images: [{ key_image: 'a1', signature: 'b2' }] } },
    });
    expect(await opened.keyImages('ff')).toEqual([{ image: 'a1', signature: 'b2' }]);
    expect(starts()).toHaveLength(2);
    expect([isAlive(first?.pid), existsSync(join(first?.made ?? '', '..'))]).toEqual([false, false]);
    answer({ import_outputs: { error: { code: -1 } } });
    await expect(opened.keyImages('ff')).rejects.toThrow('The wallet cannot do it (-1).');
  },
);

it('is started again by the next call once it has died', limits, async () => {
  const opened = await open();
  await opened.ready();
  const [first] = starts();
  answer({ sign_transfer: { result: { tx_raw_list: ['ab'], tx_key_list: ['cd'] } } });
  if (first === undefined) throw new Error('it was not started');
  process.kill(first.pid, 'SIGKILL');
  // It is noticed a moment later: a call of before that finds nothing fails.
  await vi.waitFor(async () => expect(await opened.sign('ff')).toMatchObject({ keys: Uint8Array.of(0xcd) }), {
    timeout: 60_000,
    interval: 50,
  });
  expect(starts()).toHaveLength(2);
  expect(existsSync(join(first?.made ?? '', '..'))).toBe(false);
});

it(
  'says that it does not come up, leaves no key behind, and is tried again by the next call',
  limits,
  async () => {
    writeFileSync(join(folder, 'broken'), '');
    const opened = await open();
    await expect(opened.ready()).rejects.toThrow('monero-wallet-rpc has ended at its start');
    expect(existsSync(starts()[0]?.made ?? '')).toBe(false);
    rmSync(join(folder, 'broken'));
    answer({ sign_transfer: { result: { tx_raw_list: ['ab'], tx_key_list: ['cd'] } } });
    expect(await opened.sign('ff')).toMatchObject({ bytes: Uint8Array.of(0xab) });
  },
);

it('is not used where it has another address than the key', limits, async () => {
  answer({ get_address: { result: { address: 'another' } } });
  const failure = await (await open()).ready().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(WalletFailure);
  expect((failure as Error).message).toBe('monero-wallet-rpc has another address than the key.');
  expect(existsSync(starts()[0]?.made ?? '')).toBe(false);
});
