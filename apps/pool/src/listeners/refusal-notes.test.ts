import { describe, expect, it } from 'vitest';
import { createRefusalNotes, type RefusedText } from './refusal-notes.ts';

describe('notes of refused logins', () => {
  it('are written once for each text and reason, and bounded', async () => {
    const written: RefusedText[] = [];
    const notes = createRefusalNotes((refused) => {
      written.push(refused);
      return Promise.resolve();
    });
    for (let count = 0; count < 3; count++) notes.note('XRP:r1.a', 'memo-missing');
    for (let count = 0; count < 1000; count++) notes.note(`NOPE:${count}.a`, 'unknown-coin');
    await notes.write();
    expect(written.length).toBe(200);
    expect(written[0]).toEqual({ text: 'XRP:r1.a', reason: 'memo-missing', times: 3 });
    await notes.write();
    expect(written.length).toBe(200);
  });
});
