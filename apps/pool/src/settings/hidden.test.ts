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
    ['https://social.example/@pool', 'https://social.example/@pool'],
    ['ops@pool.example', 'ops@pool.example'],
    ['postgres://a:s3cret@[broken/x', '(hidden)'],
  ])('of %s is %s', (value, shown) => {
    expect(hidden('OPENLODE_PUBLIC_URL', value)).toBe(shown);
  });

  it.each([
    'host=db.example user=openlode password=s3cret dbname=openlode',
    'postgres:/openlode:s3cret@db.example/openlode',
    'openlode:s3cret@db.example/openlode',
    'postgres://openlode:12/s3cret@db.example/openlode',
    'postgres://openlode:12#s3cret@db.example/openlode',
    'postgres://openlode:12?s3cret@db.example/openlode',
  ])('that is a connection string of another form, or whose password ends it, is not shown: %s', (value) => {
    expect([hidden('DATABASE_URL', value), hidden('REDIS_URL', value)]).toEqual(['(hidden)', '(hidden)']);
  });

  it('has no user that may be a token', () => {
    expect(hidden('REDIS_URL', 'redis://s3cret@db.example:6379')).toBe('redis://hidden@db.example:6379');
    expect(hidden('DATABASE_URL', 'postgres://openlode@db.example/openlode')).toBe(
      'postgres://openlode@db.example/openlode',
    );
  });

  it('never has the password of a URL', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9]{12,20}$/),
        fc.constantFrom('', '?', '?x=', '#'),
        (secret, at) => {
          const url = at === '' ? `postgres://a:${secret}@h/d` : `postgres://h/d${at}${secret}`;
          expect(hidden('DATABASE_URL', url)).not.toContain(secret);
        },
      ),
    );
  });
});
