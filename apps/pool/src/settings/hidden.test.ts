import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hidden } from './hidden.ts';

describe('a setting that is shown', () => {
  it.each([
    ['8080', '8080'],
    ['/etc/openlode.yaml', '/etc/openlode.yaml'],
    [
      'postgres://openlode:s3cret@db.example:5432/openlode',
      'postgres://openlode:hidden@db.example:5432/openlode',
    ],
    ['postgres://db.example/openlode?user=a&password=s3cret', 'postgres://db.example/openlode?hidden'],
    ['redis://:s3cret@127.0.0.1:6379', 'redis://:hidden@127.0.0.1:6379'],
    ['https://pool.example', 'https://pool.example/'],
    ['postgres://a:s3cret@[broken/x', '(hidden)'],
  ])('of %s is %s', (value, shown) => {
    expect(hidden(value)).toBe(shown);
  });

  it('never has the password of a URL', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9]{12,20}$/),
        fc.constantFrom('', '?', '?x=', '#'),
        (secret, at) => {
          const url = at === '' ? `postgres://a:${secret}@h/d` : `postgres://h/d${at}${secret}`;
          expect(hidden(url)).not.toContain(secret);
        },
      ),
    );
  });
});
