import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { verbs } from '../edges/operator/verbs.ts';
import { operatorTransport } from './operator-actions.ts';

const directory = mkdtempSync(join(tmpdir(), 'openlode-clock-'));
afterAll(() => rmSync(directory, { recursive: true }));

const files = { migrations: directory, databaseWorker: new URL('file:///none.ts'), news: directory };

/** What a command fails with in an empty data directory, on a machine whose clock says `now`. */
async function failure(name: string, input: object, now: number): Promise<string> {
  const verb = verbs.find((each) => each.name === name);
  if (verb === undefined) throw new Error(name);
  const settings = () => readConfig({ OPENLODE_DATA: directory }, directory);
  const transport = operatorTransport(
    { environment: {}, settings, actor: () => 'ann', now: () => now },
    files as never,
  );
  try {
    await transport.run(verb, input as never);
  } catch (error) {
    return (error as Error).message;
  }
  return 'done';
}

it.each([
  ['backup', { file: '/none' }],
  ['delist', { coin: 'XVG', reason: 'no market' }],
  ['restore', { file: '/none' }],
])('refuses %s while the clock of the machine is not set', async (name, input) => {
  expect(await failure(name, input, 0)).toBe(
    "This machine's clock says 1970-01-01T00:00:00.000Z, so it is not set yet. Try again once it is (chrony or systemd-timesyncd).",
  );
  expect(await failure(name, input, Date.UTC(2026, 0, 1))).not.toContain('not set yet');
});

it.each([
  ['rates', {}, 'the sources of rates'],
  ['blocks compare', {}, 'the nodes'],
])('says that only a running pool can ask what %s needs', async (name, input, asked) => {
  expect(await failure(name, input, Date.UTC(2026, 0, 1))).toBe(
    `no pool runs on this data directory, and only a running pool can ask ${asked}: start it, nothing leaves while payouts are suspended`,
  );
});
