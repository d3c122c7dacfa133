import { describe, expect, it } from 'vitest';
import { judgeWorkerName, randomWorkerName, workerNameOrDefault } from './worker-name.ts';

describe('judgeWorkerName', () => {
  it('trims and accepts letters, digits, underscore and hyphen', () => {
    expect(judgeWorkerName('  Rig_01-a ')).toEqual({ kind: 'valid', name: 'Rig_01-a' });
  });

  it.each(['', '   ', '\t\n'])('calls %j empty', (text) => {
    expect(judgeWorkerName(text)).toEqual({ kind: 'empty' });
  });

  it.each(['rig 1', 'rig.1', 'rig#1', 'ríg', 'rig:1', '$Worker', 'rig\u0000'])('refuses %j', (text) => {
    expect(judgeWorkerName(text)).toEqual({ kind: 'bad-characters' });
  });

  it('takes 64 characters and not 65', () => {
    expect(judgeWorkerName('w'.repeat(64))).toEqual({ kind: 'valid', name: 'w'.repeat(64) });
    expect(judgeWorkerName('w'.repeat(65))).toEqual({ kind: 'too-long', max: 64 });
  });
});

describe('workerNameOrDefault', () => {
  it('mines under a usable name', () => {
    expect(workerNameOrDefault('rig01')).toBe('rig01');
  });

  it.each(['', 'rig 1', 'w'.repeat(65), '🚀'])('mines as default instead of %j', (text) => {
    expect(workerNameOrDefault(text)).toBe('default');
  });
});

describe('randomWorkerName', () => {
  it('is the prefix and 8 lower-case letters', () => {
    const numbers = [0, 0.5, 0.999999, 0.04, 0.25, 0.75, 0.1, 0.9];
    let calls = 0;
    expect(randomWorkerName('openlode-', () => numbers[calls++] ?? 0)).toBe('openlode-anzbgtcx');
    expect(calls).toBe(8);
  });
});
