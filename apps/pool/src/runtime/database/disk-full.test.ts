import { describe, expect, it } from 'vitest';
import { isDiskFull } from './disk-full.ts';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });

describe('isDiskFull', () => {
  it.each([
    withCode('ENOSPC'),
    withCode('EDQUOT'),
    withCode('53100'),
    new Error('could not extend file "base/5/2619": No space left on device'),
    new Error('the restore failed', { cause: withCode('ENOSPC') }),
  ])('is so for %o', (error) => {
    expect(isDiskFull(error)).toBe(true);
  });

  it.each([withCode('EACCES'), new Error('could not write'), 'ENOSPC', undefined])(
    'is not so for %o',
    (error) => {
      expect(isDiskFull(error)).toBe(false);
    },
  );
});
