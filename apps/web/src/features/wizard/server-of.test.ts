// @vitest-environment happy-dom
import { algorithmListExample } from '@openlode/contracts/examples/algorithms';
import { siteExample } from '@openlode/contracts/examples/site';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { portOf as PortOf, portsOf as PortsOf, serverOf as ServerOf } from './server-of.ts';

const [algorithm] = algorithmListExample.data;
if (algorithm === undefined) throw new Error('the example lists algorithms');
const server = { ...algorithm.globalServer, sslPorts: [4444], defaultPort: 3333, alternativePorts: [80] };
const tls = { port: 4444, transport: 'tls' };
const tcp = { port: 3333, transport: 'tcp' };

/** The page reads what the server embedded once, so each test has a page of its own. */
let page: { portOf: typeof PortOf; portsOf: typeof PortsOf; serverOf: typeof ServerOf };
async function openPage(distrust: (typeof siteExample)['tls']['distrust']) {
  document.head.innerHTML = `<script type="application/json" id="site">${JSON.stringify({ ...siteExample, tls: { ...siteExample.tls, distrust } })}</script>`;
  vi.resetModules();
  page = await import('./server-of.ts');
}
afterEach(() => {
  document.head.innerHTML = '';
});

describe('with a publicly trusted certificate', () => {
  beforeEach(() => openPage(null));

  it('takes the global server and its first TLS port where nothing was chosen [wizard-03]', () => {
    expect(page.serverOf(algorithm, null).url).toBe(algorithm.globalServer.url);
    expect(page.portOf({ ...server, sslPorts: [4444, 443] }, { port: null })).toEqual(tls);
    expect(page.portOf({ ...server, sslPorts: [] }, { port: null })).toEqual(tcp);
  });

  it('offers TLS first, then TCP', () => {
    expect(page.portsOf(server)).toEqual([tls, tcp, { port: 80, transport: 'tcp' }]);
  });
});

describe('with any other certificate', () => {
  beforeEach(() => openPage('self-signed'));

  it('offers TCP first, then TLS', () => {
    expect(page.portsOf(server)).toEqual([tcp, { port: 80, transport: 'tcp' }, tls]);
    expect(page.portOf(server, { port: null })).toEqual(tcp);
  });

  it('names no port where nothing listens', () => {
    const silent = { ...server, sslPorts: [], defaultPort: null, alternativePorts: [] };
    expect(page.portsOf(silent)).toEqual([]);
    expect(page.portOf(silent, { port: null })).toBeNull();
  });
});
