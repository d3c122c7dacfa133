import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { runOpenlode } from '../testing/run-openlode.ts';
import type { SandboxControl } from '../testing/sandbox-control.ts';
import { until } from './support/copied-machine.ts';

const address = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';
const hourMs = 3_600_000;

/** Each command that is run here stands there under "Restore". */
const guide = readFileSync(join(import.meta.dirname, '../docs/operating.md'), 'utf8');

/** Each list is in the log in this order, every event with its fields. */
function expectLogged(logs: readonly string[], lists: readonly (readonly string[])[]): void {
  const lines = logs
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event !== undefined);
  for (const list of lists) {
    const first = new Set(list);
    const seen = lines.map(({ event }) => String(event)).filter((event) => first.delete(event));
    expect(seen).toEqual(list);
  }
  expect(lines.find(({ event }) => event === 'round-credited')).toMatchObject({
    chain: 'sandbox-sha256',
    miners: 1,
    rewards: expect.stringMatching(/^\d+(\.\d+)? [A-Z]+/),
  });
  expect(lines.find(({ event }) => event === 'payout-sent')).toMatchObject({
    coin: 'DOGE',
    network: 'DOGE',
    amount: expect.stringMatching(/^\d+(\.\d+)?$/),
    transaction: expect.stringMatching(/^sandbox-/),
  });
  expect(logs.join('\n')).not.toContain(address);
}

/**
 * The drill of docs/operating.md: backup, payouts go on, the disk is lost, restore, compare, adopt, lift. The chains of the sandbox lie
 * outside of the data directory, as real ones do: no restore takes them back, and what they have is the truth.
 */
describe('the restore drill of docs/operating.md', { timeout: 900_000 }, () => {
  let folder: string;
  let chains: string;
  let pool: PoolProcess;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-drill-'));
    chains = join(folder, 'chains');
    pool = await PoolProcess.start({ env: { OPENLODE_SANDBOX_CHAINS: chains } });
  });
  afterAll(async () => {
    await pool.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a command of the guide; `more` are its operands. */
  const openlode = async (command: string, ...more: readonly string[]) => {
    expect(guide).toContain(`openlode ${command}`);
    const env = { OPENLODE_DATA: pool.dataDirectory, OPENLODE_SANDBOX_CHAINS: chains };
    return runOpenlode([...command.split(' '), ...more], env);
  };
  const why = ['--reason', 'restore', '--yes'];

  const read = async (path: string): Promise<Record<string, unknown>> =>
    ((await (await fetch(`${pool.url}/api/v5/${path}`)).json()) as { data: Record<string, unknown> }).data;
  const account = () => read(`address/${address}?coin=DOGE`);
  const ofAccount = async (path: string) =>
    (await read(`account/${String((await account())['uuid'])}/${path}`))['list'];
  const payments = async () =>
    (await ofAccount('payments')) as { readonly status: string; readonly amount: string }[];
  const events = async (type: string) =>
    ((await ofAccount(`events?type=${type}`)) as { readonly data: Record<string, unknown> }[]).map(
      ({ data }) => data,
    );
  const balance = async () => Number((await account())['balance'] ?? 0);
  const pay = async () =>
    (await fetch(`${pool.url}/api/v3/address/${String((await account())['uuid'])}/pay`, { method: 'POST' }))
      .status;

  /** What the chain has for the miner, which no database knows better. */
  const onChain = (): string[] =>
    (existsSync(join(chains, 'sandbox-payouts')) ? readFileSync(join(chains, 'sandbox-payouts'), 'utf8') : '')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' ')[1] ?? '');

  const mineBlock = async (control: SandboxControl): Promise<void> => {
    const miner = await HashingMiner.start({
      port: pool.stratumPort('sha256'),
      user: `DOGE:${address}.rig1`,
      hashesPerSecondMax: 400_000,
    });
    await miner.whenAcked(2);
    const { blocks } = await control.ledger();
    await control.mineBlock('sha256');
    await until(control, async () => (await control.ledger()).blocks.length > blocks.length, 0);
    await miner.stop();
  };

  it('pays once what was paid after the backup, and finds the block of then again', async () => {
    let control = await pool.connectControl();
    await mineBlock(control);
    await until(control, async () => (await balance()) > 10, 30_000);
    // Its work is old enough to prove whose it is.
    await control.advance(2 * hourMs);

    const backup = join(folder, 'hourly.backup');
    expect((await openlode('backup', backup)).code).toBe(0);

    const ofBackup = await balance();
    await mineBlock(control);
    const lostBlock = (await control.ledger()).blocks.at(-1);
    // What leaves is of both blocks, and the backup knows one of them.
    await until(control, async () => (await balance()) > ofBackup, 30_000);
    expect(await pay()).toBe(200);
    await until(control, async () => onChain().length === 1, 5000);
    const [paid = ''] = onChain();
    await control.close();

    // The disk is lost; a copy of the journal is left of it.
    await pool.kill('SIGKILL');
    const journal = join(folder, 'payouts.journal');
    copyFileSync(join(pool.dataDirectory, 'payouts.journal'), journal);
    renameSync(pool.dataDirectory, join(folder, 'lost'));
    const restored = await openlode('restore', backup, '--journal', journal);
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toContain('The journals have 1 transactions that this backup does not know.');
    expect(existsSync(join(pool.dataDirectory, 'payouts.journal'))).toBe(false);

    await pool.restart('SIGKILL');
    control = await pool.connectControl();
    // The balance lacks the reward of the lost block, which is found again and credited first: not before the chain's time is back.
    const looked = JSON.parse((await openlode('payouts compare', '--json')).out);
    expect(looked.blocks.map(({ chain }: { readonly chain: string }) => chain)).toContain('sandbox-scrypt');
    const early = await openlode('payouts adopt', paid, ...why);
    expect(early.code).toBe(2);
    expect(early.out).toMatch(/^Not adopted yet: the balance lacks [\d.]+, and income of before /);
    // The clock of a sandbox starts with the process: to where it was.
    await control.advance(2 * hourMs + 600_000);
    expect((await openlode('suspensions list')).out).toMatch(
      /^\* +\S+ +restored +restored from the backup of /m,
    );
    expect(await balance()).toBeGreaterThan(10);
    expect(await pay()).not.toBe(200);
    expect((await openlode('suspensions lift', '*', ...why)).out).toMatch(/^Not lifted: /);

    const compared = await openlode('payouts compare', '--json');
    expect(compared.code).toBe(1);
    expect(JSON.parse(compared.out)).toMatchObject({ unknown: [{ txid: paid, address }] });
    // A miner may have found another one besides, which may be credited first.
    const isFoundAgain = async () => (await control.ledger()).blocks.some((block) => block === lostBlock);
    await until(control, async () => (await balance()) > ofBackup && (await isFoundAgain()), 60_000);
    // One more search sees that it is credited.
    for (let minute = 0; minute < 3; minute += 1) await control.advance(60_000);
    const adopted = await openlode('payouts adopt', paid, ...why);
    expect(adopted).toMatchObject({ code: 0, err: '' });
    expect(adopted.out).toContain('its chain says what becomes of it');
    expect((await openlode('payouts adopt', paid, ...why)).out).toContain('already');
    expect((await openlode('payouts compare')).code).toBe(0);
    expect(await openlode('suspensions lift', '*', ...why)).toMatchObject({ code: 0, err: '' });
    // Until it was adopted the wallet held less than the database owed, which may have been noticed meanwhile.
    await openlode('suspensions lift', 'asset:DOGE', ...why);
    expect((await openlode('suspensions list')).out).toContain('Nothing is suspended.');

    await until(control, async () => (await payments())[0]?.status === 'success', 10_000);
    expect(onChain()).toEqual([paid]);
    // Each block is credited once, and what was paid out is gone from the balance. The miner may have found a third block by chance.
    const rewards = await events('reward');
    const found = (await control.ledger()).blocks.length;
    expect([rewards.length >= 2, rewards.length <= found]).toEqual([true, true]);
    const isAllThere = async () => {
      const earned = (await events('reward')).reduce((sum, { amount }) => sum + Number(amount), 0);
      const [payment] = await payments();
      return Math.abs((await balance()) - (earned - Number(payment?.amount))) < 1e-6;
    };
    await until(control, isAllThere, 0);
    expectLogged(pool.logs, [
      ['block-found', 'block-accepted', 'round-credited', 'payout-reserved', 'payout-signed', 'payout-sent'],
      ['backup-written'],
      ['payout-settled'],
      ['suspension-lifted'],
    ]);
    expect((await control.ledger()).sound).toBe(true);
    await control.close();
  });
});
