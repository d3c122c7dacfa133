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
    expect(fill('{{mined-algorithms}}')).toBe('SHA-256 on port 3433');
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
      ports: { defaultPort: 3443, sslPorts: [4443], highDiffPorts: [], extraPorts: [family] },
    } as const;
    const facts = { ...supportFacts, servers: new Map([['kheavyhash', kheavyhash]]) };
    expect(fillFacts('{{ports}}', facts)).toBe(
      [
        '| Algorithm | Purpose | TCP | TLS |',
        '| --- | --- | --- | --- |',
        '| kHeavyHash | Standard | 3443 | 4443 |',
        '| kHeavyHash | IceRiver KS0 family | 3445 | 4445 |',
      ].join('\n'),
    );
  });

  it('says what conversions keep back, and that they keep nothing', () => {
    expect(fill('{{conversion-spread}}')).toBe('The pool adds no margin to the rate.');
    const ppm = { stable: 1000, liquid: 3000, thin: 12_500 };
    expect(
      fillFacts('{{conversion-spread}}', { ...supportFacts, conversionSpreads: { ppm, named: new Map() } }),
    ).toBe(
      'Beside the fee a conversion keeps back, for each of its two coins, 0.1% of a stablecoin, 0.3% of a coin with a liquid market and 1.25% of one with a thin market. The page of each coin says which it is now, and the receipt what was kept.',
    );
  });

  it('names no port on which nothing listens', () => {
    expect(fill('{{port scrypt}} {{port etchash tls}}')).toBe('not offered here not offered here');
    expect(portsFor(supportFacts, 'etchash', 'standard')).toEqual({ tcp: undefined, tls: undefined });
  });

  it('takes minimums, levels and coins from the catalogue, and what is delisted from the pool', () => {
    expect(fill('{{minimums DOGE}}')).toBe(
      '| Network | Minimum |\n| --- | --- |\n| Dogecoin | 5 DOGE |\n| BNB Smart Chain | 10 DOGE |',
    );
    expect(fill('{{delisted-coins}}')).toBe('Fantom (FTM), OMG Network (OMG)');
    const delisting = { ...supportFacts, delisted: () => new Set(['FTM', 'OMG', 'TON']) };
    expect(fillFacts('{{delisted-coins}}', delisting)).toContain('(TON)');
    expect(fillFacts('{{memo-coins}}', delisting)).not.toContain('(TON)');
    expect(Number(fillFacts('{{coin-count}}', delisting))).toBe(Number(fill('{{coin-count}}')) - 1);
    expect(fill('{{tiers}}')).toContain('| Lode | 1000 or more | 0% | 0.5% | 0.5% |');
    expect(fill('{{memo-coins}}')).toContain('(TON) | TON transfer comment |');
  });

  it('takes TLS first only where the certificate is publicly trusted', () => {
    const trusted = {
      ...supportFacts,
      certificate: () => ({ distrust: null, fingerprint: 'ab'.repeat(32) }),
    };
    expect(fill('{{url sha256}} {{url etchash}}')).toBe('stratum+tcp://pool.example:3433 not offered here');
    expect(fillFacts('{{url sha256}}', trusted)).toBe('stratum+ssl://pool.example:4433');
    expect(fill('{{connection-advice}}')).toMatch(/^Take TCP, unless your program is told about /);
    expect(fillFacts('{{connection-advice}}', trusted)).toMatch(
      /^Take TLS where your program can speak it\./,
    );
    expect(fillFacts('{{certificate}}', trusted)).toBe(
      'A public authority vouches for the certificate of this pool under the name `pool.example`: programs accept it without any option.',
    );
  });

  it('shows a certificate of its own with its fingerprint and what programs need for it', () => {
    const text = fill('{{certificate}}');
    expect(text).toMatch(/^This pool signed its certificate itself: no public authority vouches for it\./);
    expect(text).toContain(`\`\`\`\n${'ab'.repeat(32)}\n\`\`\``);
    expect(text).toContain('(/api/v5/certificate)');
    expect(text).toContain(`| XMRig | \`--tls-fingerprint=${'ab'.repeat(32)}\` |`);
    expect(text).toContain('| T-Rex | `--no-strict-ssl` |');
    expect(text).toContain('| OneZeroMiner | `--no-cert-validation` |');
    expect(text).toContain('| NBMiner | nothing |');
    expect(text).toContain('| cpuminer (minerd) | `--cert=openlode.pem` |');
    expect(text).not.toContain('lolMiner');
  });

  it('does without a contact', () => {
    const silent = { ...supportFacts, operator: { name: 'X', contact: null } };
    expect(fillFacts('Write to {{contact}}.', silent)).toBe('Write to the operator.');
  });

  it.each(['{{prot sha256}}', '{{port nohash}}', '{{minimums NOPE}}', '{{}}'])('refuses %s', (text) => {
    expect(() => fill(text)).toThrow(text);
  });
});
