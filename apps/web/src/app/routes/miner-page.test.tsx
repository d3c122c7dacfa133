import { algorithmListExample } from '@openlode/contracts/examples/algorithms';
import { coinListExample } from '@openlode/contracts/examples/coins';
import { releasesExample } from '@openlode/contracts/examples/releases';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type * as siteModule from '../../shared/api/site.ts';
import { openPage } from '../testing/open-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  deployment.sandbox = false;
});

it('shows tiles, both variants with size and checksum, changelog and the guided setup where a file is published', async () => {
  await openPage('/miner', { '/v4/releases': releasesExample });
  const app = await screen.findByRole('region', { name: 'Desktop app 2.8.1-beta' });
  const [base, whole] = within(app).getAllByRole('listitem');
  expect(base?.textContent).toContain('Windows 10/11 x64, installer, 93.4 MB');
  expect(base?.textContent).toContain(
    'SHA-256 b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  );
  for (const tile of ['Built for everyone', 'Detects your hardware', 'Runs unattended'])
    expect(screen.getByRole('heading', { name: tile })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the wizard' }).getAttribute('href')).toBe('/wizard');
  const link = within(app).getByRole('link', { name: 'openlode-2.8.1-beta.exe' });
  expect(link.getAttribute('href')).toBe('https://pool.example/openlode-2.8.1-beta.exe');
  expect(whole?.textContent).toContain('Not published by this pool');
  const log = screen.getByRole('region', { name: 'Changelog' });
  expect(log.textContent).toContain('Built 2024-06-04');
  expect(log.textContent).toContain('Build date not recorded');
});

const deployment = vi.hoisted(() => ({ sandbox: false }));
vi.mock('../../shared/api/site.ts', async (original) => {
  const real = await original<typeof siteModule>();
  return { ...real, site: () => ({ ...real.site(), sandbox: deployment.sandbox }) };
});

const unpublished = {
  ...releasesExample,
  data: releasesExample.data.map((release) => ({
    ...release,
    files: release.files.map((file) => ({ ...file, name: null, url: null, size: null, sha256: null })),
  })),
};

it.each(['/miner', '/start'])('names the client of the source on %s of a sandbox', async (path) => {
  deployment.sandbox = true;
  await openPage(path, { '/v4/releases': unpublished });
  const own = await screen.findByRole('region', { name: 'Try it without a mining program' });
  expect(own.textContent).toContain('in a checkout of Openlode');
  expect(own.textContent).toContain(
    'npm run mine -- DOGE:YOUR_ADDRESS.rig1 3443 --host scrypt.pool.example --algorithm scrypt',
  );
  expect(within(own).getByRole('button', { name: 'Copy the command of the pool’s own client' })).toBeTruthy();
});

it('names no delisted coin in the command, also where its page was the last one', async () => {
  deployment.sandbox = true;
  const closed = { ...coinListExample.data[0], symbol: 'FTM', delisted: 1 };
  const answers = {
    '/v4/releases': unpublished,
    '/v5/coin/FTM': { success: true, msg: 'Ok', message: 'Ok', data: closed },
  };
  await openPage('/miner', answers, '"coin":"FTM"');
  const own = await screen.findByRole('region', { name: 'Try it without a mining program' });
  expect(own.textContent).toContain('npm run mine -- DOGE:YOUR_ADDRESS.rig1');
  expect(own.textContent).not.toContain('FTM');
});

it('does not describe a desktop app that this pool does not publish', async () => {
  await openPage('/miner', { '/v4/releases': unpublished });
  expect(await screen.findByText('This pool publishes no desktop app.')).toBeTruthy();
  for (const [name, href] of [
    ['Mining programs', '/support/category/mining-programs'],
    ['ASIC machines', '/support/article/asic-setup'],
    ['No wallet yet?', '/support/article/get-a-wallet'],
  ] as const)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href);
  for (const name of ['Runs unattended', 'Changelog', 'Desktop app 2.8.1-beta'])
    expect(screen.queryByRole('heading', { name })).toBeNull();
  // No sandbox takes what the client of the source hashes.
  expect(screen.queryByText(/npm run mine/)).toBeNull();
});

it('leads to the list of ports where each family of machines has its own', async () => {
  const data = algorithmListExample.data.map((item) => ({ ...item, portsDisplayed: false }));
  await openPage('/miner', {
    '/v4/releases': unpublished,
    '/v5/algorithm': { ...algorithmListExample, data },
  });
  const servers = await screen.findByRole('region', { name: 'Connect any mining program' });
  expect(within(servers).getByRole('listitem').textContent).toBe(
    'ScryptA port for each family of machines: the ports of Scrypt',
  );
  expect(within(servers).getByRole('link', { name: 'the ports of Scrypt' }).getAttribute('href')).toBe(
    '/support/article/ports-and-ssl',
  );
  expect(within(servers).queryByRole('button')).toBeNull();
});

it('names the server of each algorithm that can be mined here, TCP where the certificate is not trusted', async () => {
  await openPage('/miner', { '/v4/releases': unpublished });
  const servers = await screen.findByRole('region', { name: 'Connect any mining program' });
  expect(
    within(servers)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Scryptstratum+tcp://scrypt.pool.example:3443Copy']);
  expect(within(servers).getByRole('link', { name: 'Scrypt' }).getAttribute('href')).toContain(
    'algorithm=scrypt',
  );
  expect(within(servers).getByRole('button', { name: 'Copy the Scrypt server' })).toBeTruthy();
});
