import { accountWorkersExample } from '@openlode/contracts/examples/account-workers';
import { addressConnectionsExample } from '@openlode/contracts/examples/address-connections';
import { addressRefusalsExample } from '@openlode/contracts/examples/address-refusals';
import { addressExample } from '@openlode/contracts/examples/address';
import { algorithmListExample } from '@openlode/contracts/examples/algorithms';
import { referralInfoExample } from '@openlode/contracts/examples/referral-info';
import { siteExample } from '@openlode/contracts/examples/site';
import type { Site } from '@openlode/contracts/site';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noAnswers, type WizardAnswers } from '../../features/wizard/wizard-state.ts';
import { openPage } from '../testing/open-page.tsx';

const deployment = vi.hoisted(() => ({ site: undefined as Site | undefined }));
vi.mock('../../shared/api/site.ts', async (original) => ({
  ...(await original<object>()),
  site: () => deployment.site,
  isTlsTrusted: () => deployment.site?.tls.distrust === null,
}));

const address = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';
const answered: WizardAnswers = {
  ...noAnswers,
  mode: 'basic',
  hardware: 'sandbox',
  algorithm: 'scrypt',
  automatic: true,
  coin: 'DOGE',
  address,
  worker: 'rig-abcdefgh',
  answered: ['mode', 'hardware', 'coin', 'address', 'referral'],
};
const noRefusals = { ...addressRefusalsExample, data: { list: [] } };
const noConnections = { ...addressConnectionsExample, data: { list: [] } };
const idle = { ...accountWorkersExample, data: {} };

beforeEach(() => {
  deployment.site = siteExample;
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function openFinal(answers: Partial<WizardAnswers> = {}, server: object = {}) {
  sessionStorage.setItem('openlode.wizard', JSON.stringify({ ...answered, ...answers }));
  await openPage('/wizard?step=final', {
    '/refusals': noRefusals,
    '/connections': noConnections,
    '/workers': idle,
    ...server,
  });
  return screen.findByRole('region', { name: 'First share' });
}

const stepsOf = (status: HTMLElement) =>
  within(status)
    .getAllByRole('listitem')
    .filter((item) => item.hasAttribute('data-state'))
    .map((item) => [item.querySelector('b')?.textContent, item.getAttribute('data-state')]);

describe('the first page of the setup', () => {
  it('says before the first answer what can be mined here, and opens with a recommended choice', async () => {
    await openPage('/wizard');
    expect(await screen.findByText('This pool mines Scrypt.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /^Try it with this computer Recommended/ }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Which coin do you want to be paid in?' }),
    ).toBeTruthy();
    // The second screen is no third step without a word.
    expect(screen.getByText('Step 3 of 5: the steps before it are answered as recommended')).toBeTruthy();
  });

  it('takes the address out of a whole user string, and offers its coin where it is another one', async () => {
    const before = ['mode', 'hardware', 'algorithm', 'coin'] as const;
    sessionStorage.setItem(
      'openlode.wizard',
      JSON.stringify({ ...answered, address: null, answered: before }),
    );
    await openPage('/wizard?step=address');
    const field = await screen.findByRole('textbox', { name: /^Your Dogecoin address/ });
    const type = (value: string) => fireEvent.change(field, { target: { value } });
    type('DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.rig1#abcd-1234');
    await vi.waitFor(() =>
      expect((field as HTMLInputElement).value).toBe('DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU'),
    );
    expect(await screen.findByText('Valid')).toBeTruthy();
    type('LTC:ltc1qytnqzjknvv03jwfgrsmzt0ycmwqgl0asjnaxwu.cpu-1');
    expect(await screen.findByText('This is a Litecoin address.')).toBeTruthy();
    expect((field as HTMLInputElement).value).toBe('ltc1qytnqzjknvv03jwfgrsmzt0ycmwqgl0asjnaxwu');
  });

  it('marks the hardware with which nothing can be mined here', async () => {
    await openPage('/wizard');
    fireEvent.click(await screen.findByRole('button', { name: /^Basic/ }));
    const card = await screen.findByRole('button', { name: /^Graphics card/ });
    expect(card.textContent).toContain('Unavailable right now');
    expect(screen.getByRole('button', { name: /^This computer, on the sandbox/ }).textContent).toContain(
      'Recommended',
    );
  });

  it('says nothing of it where everything can be mined', async () => {
    const data = algorithmListExample.data.map((item) => ({ ...item, work: 'relayed' as const }));
    deployment.site = { ...siteExample, algorithms: data };
    await openPage('/wizard', { '/v5/algorithm': { ...algorithmListExample, data } });
    await screen.findByRole('button', { name: /^Basic/ });
    expect(screen.queryByText(/^This pool mines/)).toBeNull();
  });
});

describe('the port of an advanced setup', () => {
  const openPorts = async (algorithm: string) => {
    const before = ['mode', 'hardware', 'algorithm', 'coin', 'address', 'region'] as const;
    const answers = { mode: 'advanced', hardware: 'gpu', algorithm, automatic: false, answered: before };
    sessionStorage.setItem('openlode.wizard', JSON.stringify({ ...answered, ...answers }));
    await openPage('/wizard?step=port');
    await screen.findByRole('heading', { level: 1, name: 'Which port do you connect to?' });
  };

  it('says why there is none, and leads on to the next question', async () => {
    await openPorts('etchash');
    expect(
      screen.getByText('This sandbox does not check Etchash work, so it has no port for it.'),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Continue without a port' }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'What is your machine called?' }),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Port None/ })).toBeTruthy();
  });
});

describe('the referral code of a setup', () => {
  const openCode = async (server: Readonly<Record<string, object | number>>) => {
    sessionStorage.setItem(
      'openlode.wizard',
      JSON.stringify({ ...answered, answered: ['mode', 'hardware', 'coin', 'address'] }),
    );
    await openPage('/wizard?step=referral', server);
    const field = await screen.findByLabelText(/^Referral code/);
    fireEvent.change(field, { target: { value: 'ATTIC-show' } });
  };

  it('is said to be of a tier, and what comes back', async () => {
    const [tier] = referralInfoExample.data.tiers;
    const data = { exists: true, custom: true, tier };
    await openCode({ '/v5/referral/code/': { success: true, msg: 'Ok', message: 'Ok', data } });
    expect(
      await screen.findByText(
        'A custom code of the tier Base: of the fee, 0.15% of each reward comes back to you and 0.35% goes to its owner.',
      ),
    ).toBeTruthy();
  });

  it('can be used also where the pool could not be asked about it', async () => {
    await openCode({ '/v5/referral/code/': 0 });
    expect(await screen.findByText(/^Couldn’t check this code/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(false);
  });
});

describe('the last page of the setup', () => {
  it('waits with four steps, then leads with the one program and folds the others', async () => {
    const status = await openFinal();
    expect(stepsOf(status)).toEqual([
      ['Connected, in progress', 'now'],
      ['User accepted, not yet', 'later'],
      ['First share, not yet', 'later'],
      ['First reward, not yet', 'later'],
    ]);
    expect(status.textContent).toMatch(/Listening for \d+ s/);
    const own = screen.getByRole('region', { name: 'The pool’s own client' });
    expect(own.textContent).toContain(
      `npm run mine -- DOGE:${address}.rig-abcdefgh 3443 --host scrypt.pool.example --algorithm scrypt`,
    );
    const other = screen.getByText('cpuminer (minerd)', { selector: 'summary *' }).closest('details');
    expect(other?.open).toBe(false);
    expect(other?.textContent).toContain(
      `-a scrypt -o stratum+tcp://scrypt.pool.example:3443 -u DOGE:${address}.rig-abcdefgh -p x`,
    );
  });

  it('tells a worker that is let in from one that is not there', async () => {
    const status = await openFinal({}, { '/connections': addressConnectionsExample });
    await within(status).findByText('User accepted', { exact: false });
    await vi.waitFor(() =>
      expect(stepsOf(status).map(([, state]) => state)).toEqual(['done', 'done', 'now', 'later']),
    );
  });

  it('says that a login was refused since it waits', async () => {
    const last = Date.now() + 60_000;
    const list = [{ reason: 'restricted', times: 1, first: last, last }];
    const status = await openFinal({}, { '/refusals': { ...addressRefusalsExample, data: { list } } });
    await vi.waitFor(() =>
      expect(stepsOf(status).map(([, state]) => state)).toEqual(['done', 'failed', 'later', 'later']),
    );
  });

  it('offers auto-pay, and says where it is on', async () => {
    const withAuto = (auto: boolean) => ({
      [`/v5/address/${address}?`]: { ...addressExample, data: { ...addressExample.data, auto } },
    });
    await openFinal({}, withAuto(false));
    const pay = await screen.findByRole('region', { name: 'Be paid automatically' });
    const link = within(pay).getByRole('link', { name: 'Turn on auto-pay at your address page' });
    expect(link.getAttribute('href')).toBe(`/address/${address}?coin=DOGE`);
    cleanup();
    await openFinal({}, withAuto(true));
    expect(await screen.findByText(/^Auto-pay is on for this address/)).toBeTruthy();
  });

  it('leads with a program for the card, and writes PORT where the pool has none', async () => {
    await openFinal({
      hardware: 'gpu',
      algorithm: 'etchash',
      automatic: false,
      answered: [...answered.answered, 'algorithm'],
    });
    expect(
      screen.getByText('This sandbox does not check Etchash work, so it has no port for it.'),
    ).toBeTruthy();
    const lead = screen.getByRole('heading', { level: 2, name: /^Start / });
    expect(lead.textContent).not.toBe('Start a mining program');
    const folded = () => [...document.querySelectorAll('summary')].map(({ textContent }) => textContent);
    expect(folded().some((text) => text?.startsWith('Rigel'))).toBe(true);
    expect(document.body.textContent).toContain('etchash.pool.example:PORT');
    expect(document.body.textContent).not.toMatch(/etchash\.pool\.example:\d/);
    fireEvent.click(screen.getByRole('radio', { name: 'AMD' }));
    expect(folded().some((text) => text?.startsWith('Rigel'))).toBe(false);
    expect(folded().some((text) => text?.startsWith('TeamRedMiner'))).toBe(true);
  });
});
