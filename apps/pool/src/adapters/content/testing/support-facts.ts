import type { SupportFacts } from '../deployment-facts.ts';

const tlsOf = (tcp: number) => [
  { port: tcp, ssl: false },
  { port: tcp + 1000, ssl: true },
];

/** A pool that mines SHA-256 on 3433, with a port for each purpose; etchash is simulated. It has delisted two coins. */
export const supportFacts: SupportFacts = {
  host: 'pool.example',
  operator: { name: 'The suite', contact: 'help@pool.example' },
  delisted: () => new Set(['FTM', 'OMG']),
  certificate: () => ({ distrust: 'self-signed', fingerprint: 'ab'.repeat(32) }),
  servers: new Map([
    [
      'sha256',
      {
        work: 'verified',
        ports: {
          defaultPort: 3433,
          sslPorts: [4433],
          highDiffPorts: tlsOf(3434),
          extraPorts: [
            { name: 'Low difficulty', ports: numbered(3435) },
            { name: 'Proxy', ports: numbered(3436) },
          ],
        },
      },
    ],
    ['etchash', { work: 'simulated' }],
  ]),
};

function numbered(tcp: number) {
  return tlsOf(tcp).map(({ port, ssl }) => ({ number: port, ssl }));
}
