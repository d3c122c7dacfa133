import { algorithmListExample } from '@openlode/contracts/examples/algorithms';
import { coinListExample } from '@openlode/contracts/examples/coins';
import { releasesExample } from '@openlode/contracts/examples/releases';
import type { Site } from '@openlode/contracts/site';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type * as siteModule from '../../shared/api/site.ts';
import { openPage } from '../testing/open-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Object.assign(deployment, { sandbox: false, app: null });
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

it.each(['/miner', '/start'])(
  'lists on %s both variants and every release with what has changed, its build date and its known issues [miner-01]',
  async (path) => {
    const [newest, oldest] = releasesExample.data;
    if (newest === undefined || oldest === undefined) throw new Error('the example has two releases');
    const whole = {
      name: 'openlode-2.8.1-beta-with-miner-files.exe',
      url: 'https://pool.example/openlode-2.8.1-beta-with-miner-files.exe',
      size: 163_000_000,
      sha256: 'c'.repeat(64),
    };
    const [base, other] = newest.files;
    const files = [base, { ...other, ...whole }];
    const middle = {
      ...oldest,
      version: '2.0.0-beta',
      build_date: '2024-01-15',
      change_list: ['One.', 'Two.'],
    };
    const data = [{ ...newest, files }, middle, oldest];
    await openPage(path, { '/v4/releases': { ...releasesExample, data } });
    const app = await screen.findByRole('region', { name: 'Desktop app 2.8.1-beta' });
    expect(
      within(app)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'BaseWindows 10/11 x64, installer, 93.4 MBSHA-256 b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944copenlode-2.8.1-beta.exe',
      `With miner filesWindows 10/11 x64, installer, 163.0 MBSHA-256 ${whole.sha256}${whole.name}`,
    ]);
    expect(within(app).getByRole('link', { name: whole.name }).getAttribute('href')).toBe(whole.url);
    for (const tile of ['Built for everyone', 'Detects your hardware', 'Runs unattended'])
      expect(screen.getByRole('heading', { name: tile })).toBeTruthy();
    const log = screen.getByRole('region', { name: 'Changelog' });
    const entries = [...log.querySelectorAll('ol > li')].map(({ textContent }) => textContent);
    expect(entries).toEqual([
      '2.8.1-betacurrentBuilt 2024-06-04Finds cards of the newest series.If something goes wrong: Antivirus warnings',
      '2.0.0-betaBuilt 2024-01-15One.Two.',
      '1.0.1-betaBuild date not recordedThe first version.',
    ]);
    expect(within(log).getByRole('link', { name: 'Antivirus warnings' }).getAttribute('href')).toBe(
      '/support/article/antivirus-false-positive',
    );
    expect(screen.getByRole('link', { name: 'Open the wizard' }).getAttribute('href')).toBe('/wizard');
  },
);

it('has the version, build date and store of an app that the operator publishes, which cannot mine [app-01]', async () => {
  deployment.app = {
    version: '1.0.0-beta',
    build_date: '2024-06-04',
    android: 'https://play.example/app?id=pool',
    ios: null,
  };
  await openPage('/app');
  const get = await screen.findByRole('region', { name: 'Get the app' });
  expect(get.textContent).toContain('App for Android and iOS: version 1.0.0-beta, built 2024-06-04');
  expect(
    within(get)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Google PlayPublished', 'App StoreNot published']);
  const links = within(get).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://play.example/app?id=pool']);
  expect(screen.getByRole('region', { name: 'What it does' }).textContent).toContain('it cannot mine');
});

const deployment = vi.hoisted(() => ({ sandbox: false, app: null as Site['operator']['app'] }));
vi.mock('../../shared/api/site.ts', async (original) => {
  const real = await original<typeof siteModule>();
  const site = () => {
    const usual = real.site();
    return {
      ...usual,
      sandbox: deployment.sandbox,
      operator: { ...usual.operator, app: deployment.app },
    };
  };
  return { ...real, site };
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
