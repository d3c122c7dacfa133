import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPayoutJournal } from '../adapters/rails/payout-journal.ts';
import { readConfig } from '../config.ts';
import { restoreBackup } from './restore-backup.ts';

const kept = fileURLToPath(new URL('../../../../e2e/testdata/backups/', import.meta.url));
const backup = join(kept, readdirSync(kept).toSorted().at(-1) ?? '');
const whole = readFileSync(backup);
const middle = whole.length >> 1;
/** Nothing that is refused here gets as far as a database. */
const unused = new URL('file:///unused/');
const files = { databaseWorker: unused, preparedDatabase: unused, migrations: unused };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'openlode-refused-restore-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

let written = 0;
function write(content: string | Uint8Array): string {
  written += 1;
  const path = join(folder, `file-${written}`);
  writeFileSync(path, content);
  return path;
}

/** Restores into an empty data directory, which has to be empty afterwards. */
async function refusal(file: string, journals: readonly string[] = []): Promise<string> {
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const refused = await restoreBackup(
    readConfig({ OPENLODE_DATA: data }, folder),
    files,
    file,
    journals,
  ).then(
    () => 'restored',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  expect(readdirSync(data)).toEqual([]);
  return refused;
}

it('refuses a backup that was changed, was cut or is none', async () => {
  const flipped = Uint8Array.from(whole, (byte, at) => (at === middle ? byte ^ 1 : byte));
  for (const content of [whole.subarray(0, whole.length - 20), flipped, 'no backup'])
    expect(await refusal(write(content))).toMatch(/damaged|not whole|was changed|breaks off|not a backup/);
});

it('says what is wrong with a backup or a journal that is not there, a directory or empty', async () => {
  const missing = join(folder, 'missing');
  const nothing = write('');
  expect(await refusal(missing)).toBe(`there is no backup ${missing}`);
  expect(await refusal(folder)).toBe(`${folder} is a directory: name the backup in it`);
  expect(await refusal(backup, [missing])).toBe(`there is no journal ${missing}`);
  expect(await refusal(backup, [folder])).toBe(`${folder} is a directory: name the journal in it`);
  expect(await refusal(backup, [nothing])).toMatch(
    `${nothing} is an empty journal: it says nothing of what has left; nothing was restored. `,
  );
});

it('refuses a journal that is none or is damaged, with the line and the reason', async () => {
  for (const [text, why] of [
    ['garbage', 'line 1 has no end: it is no journal of payouts, or a piece of one'],
    // The first line of a signer's.
    [`${'a'.repeat(64)} {"entry":1,"type":"begin","keystore":"k","at":0}\n`, 'line 1 is not JSON'],
    ['{"n":1}\nnonsense\n', 'line 1 does not follow from the one before'],
  ] as const) {
    const journal = write(text);
    expect(await refusal(backup, [journal])).toBe(
      `${journal} cannot be used: ${why}; nothing was restored. ` +
        'Give another copy of it, or leave --journal out: the wallets know what has left.',
    );
  }
});

it('refuses the journal of another pool before it opens a database', async () => {
  const journal = join(folder, 'another.journal');
  const another = openPayoutJournal(journal, { ledger: 'b2'.repeat(32) });
  await another.append({
    at: 0,
    payout: 7n,
    txid: 'a'.repeat(64),
    network: 'LTC',
    coin: 'LTC',
    address: 'ltc1',
    memo: '',
    amount: 1n,
    bytes: Uint8Array.of(1),
    proof: {},
    epoch: '',
  });
  another.close();
  expect(await refusal(backup, [journal])).toBe(
    `${journal} cannot be used: line 1 is of another pool's ledger; nothing was restored. ` +
      'Give the journal of this pool, or leave --journal out: the wallets know what has left.',
  );
});

it('refuses a data directory that is not empty', async () => {
  const data = join(folder, 'full');
  mkdirSync(data);
  writeFileSync(join(data, 'note'), '');
  await expect(restoreBackup(readConfig({ OPENLODE_DATA: data }, folder), files, backup)).rejects.toThrow(
    `${data} is not empty: restore into a directory that is`,
  );
  expect(readdirSync(data)).toEqual(['note']);
});
