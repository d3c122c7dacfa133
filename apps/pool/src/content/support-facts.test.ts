import { describe, expect, it } from 'vitest';
import { fillFacts, portsFor } from './support-facts.ts';
import { supportFacts } from './testing/support-facts.ts';

const fill = (text: string) => fillFacts(text, supportFacts);

describe('fillFacts', () => {
  it('writes the names and ports of this deployment', () => {
    expect(fill('{{host}}, {{operator}}, {{contact}}')).toBe('pool.example, The suite, help@pool.example');
    expect(fill('{{port sha256}} {{port sha256 tls}} {{port sha256 high}} {{port sha256 high tls}}')).toBe(
      '3433 4433 3434 4434',
    );
    expect(fill('{{port sha256 low tls}} {{port sha256 proxy}}')).toBe('4435 3436');
    expect(fill('{{ports}}')).toBe(
      [
        '| Algorithm | Purpose | TCP | TLS |',
        '| --- | --- | --- | --- |',
        '| SHA-256 | Standard | 3433 | 4433 |',
        '| SHA-256 | High difficulty | 3434 | 4434 |',
        '| SHA-256 | Low difficulty | 3435 | 4435 |',
        '| SHA-256 | Proxy | 3436 | 4436 |',
      ].join('\n'),
    );
  });

  it('lists every port that has a name of its own, such as those of the kHeavyHash machines', () => {
    const family = {
      name: 'IceRiver KS0 family',
      ports: [
        { number: 3445, ssl: false },
        { number: 4445, ssl: true },
      ],
    };
    const kheavyhash = {
      work: 'relayed',
      ports: { sslPorts: [4443], highDiffPorts: [], extraPorts: [family] },
    } as const;
    const facts = { ...supportFacts, servers: new Map([['kheavyhash', kheavyhash]]) };
    expect(fillFacts('{{ports}}', facts)).toBe(
      [
        '| Algorithm | Purpose | TCP | TLS |',
        '| --- | --- | --- | --- |',
        '| kHeavyHash | Standard | 3333 | 4443 |',
        '| kHeavyHash | IceRiver KS0 family | 3445 | 4445 |',
      ].join('\n'),
    );
  });

  it('names no port on which nothing listens', () => {
    expect(fill('{{port scrypt}} {{port etchash tls}}')).toBe('not offered here not offered here');
    expect(portsFor(supportFacts, 'etchash', 'standard')).toEqual({ tcp: undefined, tls: undefined });
  });

  it('takes minimums, levels and coins from the catalogue', () => {
    expect(fill('{{minimums DOGE}}')).toBe(
      '| Network | Minimum |\n| --- | --- |\n| Dogecoin | 5 DOGE |\n| BNB Smart Chain | 10 DOGE |',
    );
    expect(fill('{{delisted-coins}}')).toBe('Fantom (FTM), Polygon (old MATIC) (MATIC), OMG Network (OMG)');
    expect(fill('{{tiers}}')).toContain('| Lode | 1000 or more | 0% | 0.5% | 0.5% |');
    expect(fill('{{memo-coins}}')).toContain('(TON) | TON transfer comment |');
  });

  it('does without a contact', () => {
    const silent = { ...supportFacts, operator: { name: 'X', contact: null } };
    expect(fillFacts('Write to {{contact}}.', silent)).toBe('Write to the operator.');
  });

  it.each(['{{prot sha256}}', '{{port nohash}}', '{{minimums NOPE}}', '{{}}'])('refuses %s', (text) => {
    expect(() => fill(text)).toThrow(text);
  });
});
