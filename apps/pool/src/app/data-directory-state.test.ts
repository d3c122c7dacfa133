import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { markMoved, readMoved, refuseRetiredDirectory } from './data-directory-state.ts';

const url = 'postgres://openlode:secret@db.example:5432/pool';

describe('a data directory', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-state-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('without a ledger is used with either database', () => {
    expect(() => refuseRetiredDirectory(directory, undefined)).not.toThrow();
    expect(() => refuseRetiredDirectory(directory, url)).not.toThrow();
  });

  it('whose ledger was not moved begins no other one on PostgreSQL', () => {
    mkdirSync(join(directory, 'database'));
    expect(() => refuseRetiredDirectory(directory, undefined)).not.toThrow();
    expect(() => refuseRetiredDirectory(directory, url)).toThrow(
      /was not moved .*run openlode move-to-postgres/,
    );
  });

  it('whose ledger was moved is used with PostgreSQL alone, and keeps no password', () => {
    mkdirSync(join(directory, 'database'));
    markMoved(directory, { url, move: 'm1', at: 0 });
    expect(readdirSync(directory).toSorted()).toEqual(['database', 'moved-to-postgres']);
    expect(readMoved(directory)).toEqual({
      target: 'db.example:5432/pool at 1970-01-01T00:00:00.000Z',
      move: 'm1',
    });
    expect(() => refuseRetiredDirectory(directory, url)).not.toThrow();
    expect(() => refuseRetiredDirectory(directory, undefined)).toThrow(
      'was moved to PostgreSQL: db.example:5432/pool at 1970-01-01T00:00:00.000Z.',
    );
  });

  it('keeps its marker of an earlier release, which names no move', () => {
    writeFileSync(join(directory, 'moved-to-postgres'), 'db.example/pool at 2026-01-01T00:00:00.000Z\n');
    expect(readMoved(directory)).toEqual({
      target: 'db.example/pool at 2026-01-01T00:00:00.000Z',
      move: undefined,
    });
    expect(() => refuseRetiredDirectory(directory, undefined)).toThrow(
      /was moved to PostgreSQL: db\.example/,
    );
  });

  it('with half a restore is not used at all', () => {
    mkdirSync(join(directory, 'restore.partial'));
    for (const each of [url, undefined])
      expect(() => refuseRetiredDirectory(directory, each)).toThrow(/was interrupted/);
  });
});
