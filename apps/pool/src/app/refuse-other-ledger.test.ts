import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginMove, endMove, readCompletedMove } from '../domain/operations/backup/unfinished-move.ts';
import { createTestContext, type TestContext } from '../domain/testing/create-test-context.ts';
import { markMoved, movedMarker } from './data-directory-state.ts';
import { completeMove, refuseOtherLedger } from './refuse-other-ledger.ts';

const url = 'postgres://openlode:secret@db.example:5432/pool';
const trial = 'postgres://openlode:secret@db.example:5432/trial';

describe('a database beside a data directory whose ledger was moved', () => {
  let ctx: TestContext;
  let dataDirectory: string;
  beforeEach(async () => {
    ctx = await createTestContext('pglite');
    dataDirectory = mkdtempSync(join(tmpdir(), 'openlode-other-'));
    markMoved(dataDirectory, { url, move: 'real', at: 0 });
  });
  afterEach(async () => {
    // So that the next suite can have the database.
    await ctx.db.execute('DROP TABLE IF EXISTS move_unfinished, move_completed');
    await ctx.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  });
  const open = async (name: string) => {
    await refuseOtherLedger(ctx.db, { dataDirectory, url: name });
    await completeMove(ctx.db, dataDirectory);
  };
  const moved = async (move: string) => {
    await beginMove(ctx.db, move);
    await endMove(ctx.db);
  };

  it('is opened where it is the one that the ledger was moved to, also under another name', async () => {
    await moved('real');
    await open(url);
    await open(trial);
  });

  it('is refused where another move made it, whatever its name, and says which one has the ledger', async () => {
    await moved('trial');
    await expect(open(trial)).rejects.toThrow(
      `DATABASE_URL names another database than the one that has the ledger of ${dataDirectory}, which was moved to db.example:5432/pool at 1970-01-01T00:00:00.000Z. Set DATABASE_URL to that database.`,
    );
    await expect(open(url)).rejects.toThrow('DATABASE_URL names another database');
  });

  it('is taken by its name where an earlier release moved it, and keeps the id of the move from then on', async () => {
    await expect(open(trial)).rejects.toThrow('delete the line that begins with "move"');
    expect(await readCompletedMove(ctx.db)).toBeUndefined();
    await open(url);
    expect(await readCompletedMove(ctx.db)).toBe('real');
    await open(trial);
  });

  it('is opened where the operator has said that it is the same ledger', async () => {
    await moved('trial');
    const marker = join(dataDirectory, movedMarker);
    const [target = ''] = readFileSync(marker, 'utf8').split('\n');
    writeFileSync(marker, `${target}\n`);
    await open(trial);
  });
});
