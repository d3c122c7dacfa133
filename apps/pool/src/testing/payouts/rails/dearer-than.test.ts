import { describe, expect, it } from 'vitest';
import { dearerThan } from './dearer-than.ts';

describe('what puts payments out of a pool', () => {
  it('is dear beside payments at the floor, and where nothing waits', () => {
    expect([dearerThan([]), dearerThan([10, 10.4])]).toEqual([200, 200]);
  });

  it('is twice the dearest where the pool pays more', () => {
    expect([dearerThan([10, 150.3, 12]), dearerThan([400])]).toEqual([301, 800]);
  });
});
