import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeStartFault } from '../start-fault.ts';
import { holdsWork, LeftWork, refuseLeftWork } from './left-work.ts';

describe('work that another number of processes has left on the disk', () => {
  let data: string;
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'openlode-left-'));
  });
  afterEach(() => rmSync(data, { recursive: true }));

  const write = (directory: string, name: string, text: string): string => {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  const ofProcess = (number: number): string => join(data, `process-${number}`);
  const refusal = (processes: number): string => {
    try {
      refuseLeftWork(data, processes);
      return 'starts';
    } catch (error) {
      if (!(error instanceof LeftWork)) throw error;
      return error.message;
    }
  };
  const sentence = (file: string, how: string): string =>
    `shares or blocks that the database has not taken are in ${file}, where no process of these settings looks: start once ${how} first, until they are empty`;

  it('is in spools that are not empty', () => {
    expect(holdsWork(ofProcess(1))).toBe(false);
    write(ofProcess(1), 'work-spool-scrypt.jsonl', '');
    write(ofProcess(1), 'openlode.lock', '7');
    expect(holdsWork(ofProcess(1))).toBe(false);
    write(ofProcess(1), 'block-spool-scrypt.jsonl', 'a block');
    expect(holdsWork(ofProcess(1))).toBe(true);
  });

  it('holds up no start where there is none', () => {
    expect([1, 2, 16].map(refusal)).toEqual(['starts', 'starts', 'starts']);
    rmSync(data, { recursive: true });
    expect([1, 2].map(refusal)).toEqual(['starts', 'starts']);
    mkdirSync(data);
  });

  it('of a process by itself has to be recorded by one', () => {
    const file = write(data, 'work-spool-scrypt.jsonl', 'shares');
    expect([1, 2].map(refusal)).toEqual(['starts', sentence(file, 'without OPENLODE_STRATUM_PROCESSES')]);
    expect(describeStartFault(new LeftWork('left'))).toEqual({
      message: 'left',
      exitCode: 78,
      isExpected: true,
    });
  });

  it.each([
    { left: 1, looking: [2, 16], blind: [1], how: 'with OPENLODE_STRATUM_PROCESSES=2' },
    { left: 4, looking: [3, 4, 16], blind: [1, 2], how: 'with OPENLODE_STRATUM_PROCESSES=4' },
    { left: 17, looking: [16], blind: [1, 2, 15], how: 'with OPENLODE_STRATUM_PROCESSES=16' },
  ])('of process $left has to be recorded by as many', ({ left, looking, blind, how }) => {
    const file = write(ofProcess(left), 'block-spool-scrypt.jsonl', 'a block');
    expect(looking.map(refusal)).toEqual(looking.map(() => 'starts'));
    expect(blind.map(refusal)).toEqual(blind.map(() => sentence(file, how)));
  });

  it('of both kinds is recorded by one process first, so that no start waits for the other', () => {
    const own = write(data, 'work-spool-scrypt.jsonl', 'shares');
    const others = write(ofProcess(4), 'work-spool-scrypt.jsonl', 'shares');
    expect(refusal(4)).toBe(sentence(own, 'without OPENLODE_STRATUM_PROCESSES'));
    expect(refusal(1)).toBe('starts');
    write(data, 'work-spool-scrypt.jsonl', '');
    expect(refusal(1)).toBe(sentence(others, 'with OPENLODE_STRATUM_PROCESSES=4'));
    expect(refusal(4)).toBe('starts');
  });
});
