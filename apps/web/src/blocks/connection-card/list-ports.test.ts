import { algorithmListExample } from '@openlode/contracts/examples/algorithms';
import { describe, expect, it } from 'vitest';
import { listPorts, portsInWords } from './list-ports.ts';

const [scrypt, etchash] = algorithmListExample.data;
if (scrypt === undefined || etchash === undefined) throw new Error('the example lists two algorithms');

describe('listPorts', () => {
  it('lists alternatives and the ports with a purpose, with their transport', () => {
    expect(listPorts(scrypt.globalServer)).toEqual([
      {
        title: 'Where a network blocks the usual ports',
        ports: [{ port: 80, kind: 'TCP' }],
        showType: true,
      },
      {
        title: 'Small home miners',
        ports: [
          { port: 3445, kind: 'TCP' },
          { port: 4445, kind: 'SSL' },
        ],
        showType: true,
      },
    ]);
  });

  it('keeps the first TLS port for the line above', () => {
    const server = { ...etchash.globalServer, sslPorts: [4444, 443], highDiffPorts: [] };
    expect(listPorts(server).flatMap((group) => group.ports)).toEqual([{ port: 443, kind: 'SSL' }]);
  });

  it('names high difficulty', () => {
    const highDiffPorts = [{ port: 3484, ssl: false }];
    expect(listPorts({ ...etchash.globalServer, highDiffPorts }).map(({ title }) => title)).toEqual([
      'High difficulty, for large machines and farms',
    ]);
  });
});

describe('portsInWords', () => {
  const group = (ports: readonly [number, 'SSL' | 'TCP'][]) => [
    { title: '', showType: true, ports: ports.map(([port, kind]) => ({ port, kind })) },
  ];
  it.each([
    [[], ''],
    [[[443, 'SSL']], 'SSL 443'],
    [
      [
        [443, 'SSL'],
        [13333, 'TCP'],
        [80, 'TCP'],
      ],
      'SSL 443, TCP 13333 and 80',
    ],
    [
      [
        [1, 'TCP'],
        [2, 'TCP'],
        [3, 'TCP'],
        [4, 'TCP'],
        [5, 'TCP'],
      ],
      'TCP 1, 2, 3 and 2 more',
    ],
  ] as const)('says %j as %s', (ports, words) => {
    expect(portsInWords(group(ports as unknown as [number, 'SSL' | 'TCP'][]))).toBe(words);
  });
});
