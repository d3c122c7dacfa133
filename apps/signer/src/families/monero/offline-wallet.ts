import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Refused,
  type SigningWallet,
  WalletFailure,
  type WalletPlace,
  type WalletSigned,
} from '../family.ts';
import { openAccount, showViewKey } from './keys.ts';
import { drop, makeFolder } from './memory-folder.ts';
import { openWalletCall, type WalletCall, WalletRefusal } from './wallet-call.ts';

const program = 'monero-wallet-rpc';
const startMs = 120_000;

/**
 * Ends the wallet when this process is gone, however that went: the wallet has a key. The shell takes the signer's end of a pipe for the
 * sign of it.
 */
const leash =
  'exec 3<&0; "$@" </dev/null >/dev/null 2>&1 & wallet=$!; { cat <&3 >/dev/null; kill -9 "$wallet"; } 2>/dev/null & watch=$!; wait "$wallet"; code=$?; kill "$watch"; exit "$code"';

/**
 * Monero's own wallet without a network, on a port of this machine that asks for a login drawn here. Its files are made new at each start, lie
 * in memory only and are gone with it: what has to be kept is in the keystore. One that does not come up is tried again with each call.
 */
export function openOfflineWallet(
  { network, directory, port }: WalletPlace,
  secret: Uint8Array,
): SigningWallet {
  const begin = async (): Promise<Running> => start(makeFolder(directory), port, network, secret);
  let running = begin();
  // The one that asks hears of it.
  running.catch(() => undefined);
  const current = async (): Promise<Running> => {
    const seen = running;
    const known = await seen.catch(() => undefined);
    if (known !== undefined && !isGone(known.child)) return known;
    // Another call may have started it again meanwhile.
    if (running === seen) {
      if (known !== undefined) drop(known.folder);
      running = begin();
    }
    return running;
  };
  const call: WalletCall = async (method, params) => (await current()).call(method, params);
  const signAll = async (unsigned: string): Promise<readonly WalletSigned[]> => {
    const given = { unsigned_txset: unsigned, export_raw: true, get_tx_keys: true };
    const answer = await orRefused(call('sign_transfer', given));
    const [raw, keys] = [hexList(answer, 'tx_raw_list'), hexList(answer, 'tx_key_list')];
    if (raw.length !== keys.length) throw new Refused('unsupported', 'The wallet names too few secrets.');
    return raw.map((bytes, at) => ({ bytes, keys: keys[at] ?? new Uint8Array() }));
  };
  return {
    async ready() {
      await running;
    },
    signAll,
    async sign(unsigned) {
      const [signed, another] = await signAll(unsigned);
      if (signed === undefined || another !== undefined)
        throw new Refused('unsupported', 'The wallet made not just one transaction of it.');
      return signed;
    },
    async keyImages(outputs) {
      const importing = (): ReturnType<WalletCall> => call('import_outputs', { outputs_data_hex: outputs });
      // What it was given before may be of a branch that was given up: one that is made new takes any.
      await importing().catch(async () => {
        await end((await running).child);
        return orRefused(importing());
      });
      const { signed_key_images: images = [] } = await orRefused(call('export_key_images', { all: true }));
      return (images as readonly { key_image: string; signature: string }[]).map((each) => ({
        image: each.key_image,
        signature: each.signature,
      }));
    },
    async close() {
      const last = await running.catch(() => undefined);
      if (last === undefined) return;
      await end(last.child);
      drop(last.folder);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (isGone(child)) return;
  const gone = once(child, 'exit');
  child.stdin?.end();
  await gone;
}

/** It ends by itself, or by a signal. */
function isGone({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

interface Running {
  readonly folder: string;
  readonly child: ChildProcess;
  readonly call: WalletCall;
}

/** The key goes to the wallet by a file that only this user can read: another program could have taken the port. */
async function start(folder: string, port: number, network: string, secret: Uint8Array): Promise<Running> {
  const user = { user: 'signer', password: randomBytes(24).toString('hex') };
  const made = join(folder, 'made.json');
  write(
    made,
    JSON.stringify({
      version: 1,
      filename: join(folder, 'wallet'),
      password: randomBytes(24).toString('hex'),
      spendkey: Buffer.from(secret).toString('hex'),
      viewkey: showViewKey(secret),
      address: openAccount(network, secret).address,
    }),
  );
  const settings = {
    'rpc-login': `${user.user}:${user.password}`,
    'rpc-bind-ip': '127.0.0.1',
    'rpc-bind-port': port,
    'generate-from-json': made,
    'shared-ringdb-dir': join(folder, 'rings'),
    'log-file': '/dev/null',
    'max-log-files': 1,
    'log-level': 0,
    offline: 1,
    'non-interactive': 1,
  };
  const file = join(folder, 'settings');
  write(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const child = spawn('/bin/sh', ['-c', leash, 'sh', program, `--config-file=${file}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: folder,
  });
  child.stdin.on('error', () => undefined);
  const call = openWalletCall(port, user);
  try {
    await untilUp(child, call, openAccount(network, secret).address);
  } catch (error) {
    child.stdin.end();
    drop(folder);
    throw error;
  }
  rmSync(made, { force: true });
  return { folder, child, call };
}

function write(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
}

async function untilUp(child: ChildProcess, call: WalletCall, address: string): Promise<void> {
  for (const deadline = performance.now() + startMs; performance.now() < deadline; await sleep(200)) {
    if (isGone(child))
      throw new WalletFailure(`${program} has ended at its start: is it installed, and is its port free?`);
    const answer = await call('get_address', { account_index: 0 }).catch(() => undefined);
    if (answer === undefined) continue;
    if (answer['address'] === address) return;
    throw new WalletFailure(`${program} has another address than the key.`);
  }
  throw new WalletFailure(`${program} does not answer.`);
}

async function orRefused<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof WalletRefusal)
      throw new Refused('unreadable', `The wallet cannot do it (${error.code}).`);
    throw error;
  }
}

/** The bytes of each of a list. */
function hexList(answer: Readonly<Record<string, unknown>>, name: string): readonly Uint8Array[] {
  const list = answer[name];
  if (!Array.isArray(list)) throw new Refused('unsupported', 'The wallet names no transactions.');
  return (list as readonly unknown[]).map((text) => {
    if (typeof text !== 'string' || !/^(?:[0-9a-f]{2})+$/.test(text))
      throw new Refused('unsupported', 'The wallet names a transaction that is none.');
    return Uint8Array.from(Buffer.from(text, 'hex'));
  });
}
