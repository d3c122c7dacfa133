import { algorithms, findAlgorithm } from '@openlode/catalogue/algorithms';
import { portPlan } from '@openlode/catalogue/port-plan';
import { describe, expect, it } from 'vitest';
import { algorithmPorts } from './algorithm-ports.ts';

function portsOf(code: string, givesWholeBlocks = false) {
  const algorithm = findAlgorithm(code);
  const plan = portPlan(code, 3333);
  if (algorithm === undefined || plan === undefined) throw new Error(code);
  return algorithmPorts(algorithm, plan, { lightestShare: 4096n, givesWholeBlocks });
}

describe('the ports of an algorithm', () => {
  it('lie side by side, with TLS a thousand above', () => {
    const first = portsOf('scrypt')[0]?.tcp ?? 0;
    expect(
      portsOf('scrypt').map(({ name, tcp, tls, highConnectionLimit }) => [
        name,
        tcp - first,
        tls - tcp,
        highConnectionLimit,
      ]),
    ).toEqual([
      ['Standard', 0, 1000, false],
      ['High difficulty', 1, 1000, false],
      ['Low difficulty', 2, 1000, false],
      ['Proxy', 3, 1000, true],
    ]);
  });

  it('differ in the work that they begin with and keep to', () => {
    expect(
      portsOf('scrypt').map(({ rules }) => [rules.minimumWork, rules.startWork, rules.maximumWork]),
    ).toEqual([
      [4096n, 4096n, 2n ** 60n],
      [4_194_304n, 4_194_304n, 2n ** 60n],
      [4096n, 4096n, 4_194_304n],
      [4096n, 4096n, 2n ** 60n],
    ]);
  });

  it('of a family of machines start where a share takes the slowest of them ten seconds', () => {
    const started = portsOf('kheavyhash').map(({ name, rules }) => [name.slice(0, 14), rules.startWork]);
    expect(started).toEqual([
      ['Standard', 4096n],
      ['High difficult', 4_194_304n],
      ['Low difficulty', 4096n],
      ['IceRiver KS0 f', 10n ** 12n],
      ['IceRiver KS1/K', 10n ** 13n],
      ['IceRiver KS3 f', 5n * 10n ** 13n],
      ['IceRiver KS5 f', 12n * 10n ** 13n],
      ['Proxy', 4096n],
    ]);
    const [family] = portsOf('kheavyhash').slice(3);
    expect([family?.rules.minimumWork, family?.rules.maximumWork]).toEqual([4096n, 2n ** 60n]);
  });

  it('hold a fixed difficulty on every port, and none is there for another one', () => {
    const algorithm = findAlgorithm('scrypt');
    const plan = portPlan('scrypt', 3333);
    if (algorithm === undefined || plan === undefined) throw new Error('no scrypt');
    const ports = algorithmPorts(algorithm, plan, { lightestShare: 4096n, staticDifficulty: '0.125' });
    expect(
      ports.map(({ name, rules }) => [name, rules.minimumWork, rules.startWork, rules.maximumWork]),
    ).toEqual([
      ['Standard', 8192n, 8192n, 8192n],
      ['Proxy', 8192n, 8192n, 8192n],
    ]);
    for (const staticDifficulty of ['0.001', '99999999999999', '0.125000001'])
      expect(() => algorithmPorts(algorithm, plan, { lightestShare: 4096n, staticDifficulty })).toThrow(
        `OPENLODE_STATIC_DIFFICULTY: ${staticDifficulty} cannot be held`,
      );
  });

  it.each(algorithms.map(({ code }) => code))(
    'have exactly one where a service of more than 100 connections goes: %s [rule-07]',
    (code) => {
      const proxies = portsOf(code).filter(({ highConnectionLimit }) => highConnectionLimit);
      expect(proxies).toHaveLength(1);
    },
  );

  it('carry the names that the catalogue gives, without a second proxy port', () => {
    expect(
      portsOf('randomx', true)
        .map(({ name, highConnectionLimit }) => [name, highConnectionLimit])
        .slice(3),
    ).toEqual([['xmr-node-proxy', true]]);
  });

  it('name no program that asks for whole blocks where the chain gives none', () => {
    expect(
      portsOf('randomx')
        .map(({ name, highConnectionLimit }) => [name, highConnectionLimit])
        .slice(3),
    ).toEqual([['Proxy', true]]);
    expect(portsOf('randomx').map(({ tcp }) => tcp)).toEqual(portsOf('randomx', true).map(({ tcp }) => tcp));
  });
});
