import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { runOpenlode } from '../testing/run-openlode.ts';

const user = 'DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.rig1';

/** A file system of its own, so small that it can be filled; undefined where this process may not mount one. */
function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'openlode-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128m', 'tmpfs', folder], { stdio: 'pipe' });
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true });
    console.warn(`SKIPPED: the full disk (S3) needs the right to mount a tmpfs: ${String(error)}`);
    return undefined;
  }
}

/** Takes every byte that is left. */
class Ballast {
  readonly #descriptor: number;

  constructor(folder: string) {
    this.#descriptor = openSync(join(folder, 'ballast'), 'w');
  }

  fill(): void {
    const bytes = Buffer.alloc(65_536);
    for (const size of [65_536, 4096, 1]) {
      try {
        for (;;) writeSync(this.#descriptor, bytes, 0, size);
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
      }
    }
  }

  free(): void {
    ftruncateSync(this.#descriptor, 0);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

const disk = mountSmallDisk();

describe.skipIf(disk === undefined)('a pool whose disk is full', () => {
  const folder = disk ?? '';
  let pool: PoolProcess | undefined;
  let ballast: Ballast | undefined;
  afterAll(async () => {
    ballast?.close();
    await pool?.close();
    execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true });
  });

  it('refuses shares in plain words, loses none that it acknowledged, and goes on when there is room [S3]', {
    timeout: 120_000,
  }, async () => {
    pool = await PoolProcess.start({ folder });
    ballast = new Ballast(folder);
    // The very first share needs pages for new tables, and the write-ahead log a page of its own: neither can be had.
    ballast.fill();
    const miner = await HashingMiner.start({ port: pool.stratumPort('sha256'), user });
    await vi.waitFor(() => expect(miner.rejected.length).toBeGreaterThan(1), {
      timeout: 30_000,
      interval: 50,
    });
    expect(new Set(miner.rejected.map(({ text }) => text)).size).toBe(1);
    console.log(`${miner.acked.length} shares acknowledged, then: ${miner.rejected[0]?.text}`);
    expect(pool.logs.join('\n')).toMatch(/No space left on device|ENOSPC/);

    const ackedWhenFull = miner.acked.length;
    ballast.free();
    await miner.whenAcked(ackedWhenFull + 2);
    await miner.stop();
    const control = await pool.connectControl();
    await vi.waitFor(
      async () => expect(BigInt((await control.ledger()).work.batches)).toBe(miner.workAckedUntil()),
      { timeout: 10_000, interval: 100 },
    );
    await control.close();

    // What was written meanwhile is whole: killed and opened again, the ledger is sound.
    await pool.kill('SIGKILL');
    const audit = await runOpenlode(['audit', '--json'], { OPENLODE_DATA: pool.dataDirectory });
    expect(audit).toMatchObject({ code: 0, err: '' });
  });
});
