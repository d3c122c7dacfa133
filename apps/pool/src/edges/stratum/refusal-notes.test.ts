import { describe, expect, it } from 'vitest';
import { createRefusalNotes, type RefusedText } from './refusal-notes.ts';

describe('notes of refused logins', () => {
  let now = 0;
  const clock = { now: () => now };
  function start() {
    const written: RefusedText[] = [];
    const record = (refused: RefusedText) => {
      written.push(refused);
      return Promise.resolve();
    };
    return { written, notes: createRefusalNotes(record, clock) };
  }

  it('are written once for each text and reason, and bounded for one network', async () => {
    const { written, notes } = start();
    for (let count = 0; count < 3; count++) notes.note('XRP:r1.a', 'memo-missing', '192.0.2.1');
    for (let count = 0; count < 1000; count++) notes.note(`NOPE:${count}.a`, 'unknown-coin', '192.0.2.2');
    await notes.write();
    expect(written.length).toBe(20);
    expect(written[0]).toEqual({ text: 'XRP:r1.a', reason: 'memo-missing', times: 3 });
    await notes.write();
    expect(written.length).toBe(20);
  });

  it('are taken from a newcomer however many networks flood them', async () => {
    const { written, notes } = start();
    for (let network = 0; network < 200; network++)
      for (let count = 0; count < 30; count++)
        notes.note(`NOPE:${network}-${count}.a`, 'unknown-coin', `10.0.${network}.1`);
    notes.note('XRP:r1.a', 'memo-missing', '192.0.2.1');
    await notes.write();
    expect(written.length).toBe(1000);
    expect(written.at(-1)).toEqual({ text: 'XRP:r1.a', reason: 'memo-missing', times: 1 });
  });

  it('are 500 a day of one network', async () => {
    const { written, notes } = start();
    for (let count = 0; count < 1000; count++) {
      notes.note(`NOPE:${count}.a`, 'unknown-coin', '2001:db8:1:2::/64');
      await notes.write();
    }
    expect(written.length).toBe(500);
    now += 86_400_000;
    notes.note('NOPE:a', 'unknown-coin', '2001:db8:1:3::/64');
    await notes.write();
    expect(written.length).toBe(501);
  });
});
