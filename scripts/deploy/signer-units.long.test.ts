import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signerCommand } from '../../testing/signer-process.ts';
import { buildStale } from '../build/build-stale.ts';
import { ROOT } from '../root.ts';
import { signerUnits } from './signer-units.ts';

const passphrase = 'a passphrase of a suite';
/** Opens a socket and hands it to a program at the first connection, as systemd itself does; only root may give it a network of its own. */
const canActivate =
  existsSync('/usr/bin/systemd-socket-activate') &&
  existsSync('/usr/bin/node') &&
  spawnSync('unshare', ['--net', 'true']).status === 0;

let folder: string;
let activating: ChildProcess | undefined;
beforeAll(async () => {
  if (!canActivate) return;
  await buildStale();
  folder = mkdtempSync(join(tmpdir(), 'openlode-signer-units-'));
  const directory = join(folder, 'signer');
  mkdirSync(directory, { mode: 0o700 });
  await signerCommand(directory, ['setup'], [passphrase, passphrase]);
  await signerCommand(directory, ['add-key', 'LTC-regtest'], [passphrase]);
  const policy = 'networks:\n  LTC-regtest: { payment: 5, day: 40, fee: 0.01, feeRate: 200 }\n';
  writeFileSync(join(directory, 'signer.yaml'), policy, { mode: 0o600 });
  writeFileSync(join(folder, 'passphrase'), `${passphrase}\n`, { mode: 0o600 });
}, 240_000);
afterAll(async () => {
  if (activating !== undefined && activating.exitCode === null) {
    const gone = once(activating, 'exit');
    activating.kill('SIGTERM');
    await gone;
  }
  if (canActivate) rmSync(folder, { recursive: true });
});

it.skipIf(!canActivate)(
  'the command of the signer’s unit answers on the socket that systemd hands it, with no network',
  { timeout: 240_000 },
  async () => {
    const service = signerUnits().get('openlode-signer.service') ?? '';
    expect(service).toContain('PrivateNetwork=true\n');
    const [, line = ''] = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(service) ?? [];
    const socket = join(folder, 's');
    // The directory of the guide belongs to a user that is not here.
    const command = line.replace(' run ', ` run --dir ${join(folder, 'signer')} `);
    expect(command).not.toBe(line);
    activating = spawn(
      '/usr/bin/systemd-socket-activate',
      [
        `--listen=${socket}`,
        `--setenv=CREDENTIALS_DIRECTORY=${folder}`,
        'unshare',
        '--net',
        '/bin/sh',
        '-c',
        command,
      ],
      { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    for (let tries = 0; tries < 200 && !existsSync(socket); tries += 1) await sleep(50);
    const asking = createConnection(socket);
    asking.end('{"type":"describe"}\n');
    expect(await text(asking)).toContain('LTC-regtest');
  },
);
