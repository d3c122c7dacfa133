import { describe, expect, it } from 'vitest';
import { presentPorts } from './present-ports.ts';

describe('ports as the specification shows them', () => {
  it('are those that listen, each with its purpose and whether it speaks TLS', () => {
    expect(
      presentPorts([
        { purpose: 'standard', name: 'Standard', tcp: 3333, tls: 4333 },
        { purpose: 'high-difficulty', name: 'High difficulty', tcp: 3334, tls: 4334 },
        { purpose: 'extra', name: 'Low difficulty', tcp: 3335, tls: 4335 },
      ]),
    ).toEqual({
      defaultPort: 3333,
      sslPorts: [4333],
      alternativePorts: [],
      highDiffPorts: [
        { port: 3334, ssl: false },
        { port: 4334, ssl: true },
      ],
      extraPorts: [
        {
          name: 'Low difficulty',
          showType: true,
          ports: [
            { number: 3335, ssl: false },
            { number: 4335, ssl: true },
          ],
        },
      ],
    });
  });
});
