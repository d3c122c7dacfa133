import { algorithmListExample } from '@openlode/contracts/examples/algorithms';
import { expect, it } from 'vitest';
import { portOf, portsOf, serverOf } from './server-of.ts';

const [algorithm] = algorithmListExample.data;
if (algorithm === undefined) throw new Error('the example lists algorithms');

it('takes the global server and its first TLS port where nothing was chosen [wizard-03]', () => {
  const server = { ...serverOf(algorithm, null), sslPorts: [4444, 443], defaultPort: 3333 };
  expect(server.url).toBe(algorithm.globalServer.url);
  expect(portOf(server, { port: null })).toEqual({ port: 4444, transport: 'tls' });
  expect(portOf({ ...server, sslPorts: [] }, { port: null })).toEqual({ port: 3333, transport: 'tcp' });
});

it('offers TLS first, then TCP', () => {
  const server = { ...algorithm.globalServer, sslPorts: [4444], defaultPort: 3333, alternativePorts: [80] };
  expect(portsOf(server)).toEqual([
    { port: 4444, transport: 'tls' },
    { port: 3333, transport: 'tcp' },
    { port: 80, transport: 'tcp' },
  ]);
});
