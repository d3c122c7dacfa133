import { accountPaymentsExample } from '@openlode/contracts/examples/account-payments';
import { addressExample } from '@openlode/contracts/examples/address';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answers, serveAnswers } from '../../testing/serve-answers.ts';
import { addressQuery } from '../../shared/api/address-query.ts';
import { recordToasts } from '../../testing/record-toasts.ts';
import { openPage } from '../testing/open-page.tsx';

const shownToasts = recordToasts();

const path = '/address/DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE?coin=DOGE&tab=payments';
const challenge = '7f1f3f0e-2a35-4f5e-9b57-0a8c7d9e1f20';

function openSettings(data: object, more: Answers = {}) {
  return openPage(path, {
    '/payments': accountPaymentsExample,
    '/v5/address/': { ...addressExample, data: { ...addressExample.data, auto: false, ...data } },
    ...more,
  });
}

const challengeAnswer = (change: object) => ({
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: {
    id: challenge,
    action: 'switch',
    worker: 'v-7K2Q9XDM',
    state: 'waiting',
    token: null,
    signing: null,
    message: null,
    expires_at: Date.now() + 600_000,
    ...change,
  },
});

/** The answer of a call under way, and what gives it. */
function laterAnswer(): [Promise<Response>, (answer: Response) => void] {
  let resolve: (answer: Response) => void = () => {};
  const promise = new Promise<Response>((give) => {
    resolve = give;
  });
  return [promise, resolve];
}

/** An address that is valid on every network. */
const anywhere = {
  chains: addressExample.data.chains.map((chain) => ({ ...chain, compatible: true })),
  pending_network: null,
};

async function confirmSwitch() {
  fireEvent.click(await screen.findByRole('button', { name: 'Switch network' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Use BNB Smart Chain' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the payment settings', () => {
  it('name the memo with the address that a payment will be sent to [pay-05]', async () => {
    await openSettings({ memo: '12345' });
    fireEvent.click(await screen.findByRole('button', { name: 'Pay out now' }));
    const dialog = await screen.findByRole('dialog', { name: 'Pay out now?' });
    expect(dialog.textContent).toContain(
      '12.712926 DOGE will be sent to DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE, memo 12345, on Dogecoin.',
    );
  });

  it('say where an exchange pays', async () => {
    await openSettings({ paid_through_exchange: true });
    expect(await screen.findByText(/Paid on Dogecoin, through an exchange\./)).toBeDefined();
  });

  it('offer no network on which the address is not valid [pay-08]', async () => {
    const chains = addressExample.data.chains.map((chain) => ({
      ...chain,
      compatible: chain.network === 'DOGE',
    }));
    await openSettings({ chains, pending_network: null });
    fireEvent.click(await screen.findByRole('button', { name: 'Switch network' }));
    const networks = await screen.findByRole('list', { name: 'Networks' });
    const use = within(networks).getByRole('button', { name: 'Use BNB Smart Chain' });
    expect((use as HTMLButtonElement).disabled).toBe(true);
    expect(networks.textContent).toContain('Your address is not valid on this network');
    fireEvent.click(use);
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  });

  it('say that a scheduled switch took effect, and reload the page a second later [pay-08]', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const { queryClient } = await openSettings({
      pending_network: { network: 'BSC', at: Date.now() + 60_000 },
    });
    expect(await screen.findByText(/^Payouts switch to BNB Smart Chain on /)).toBeTruthy();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const lookup = addressQuery('DOGE', 'DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE').queryKey;
      await act(async () => {
        queryClient.setQueryData(lookup, (old) => old && { ...old, network: 'BSC', pending_network: null });
        // The cache tells its watchers by a timer.
        await vi.advanceTimersByTimeAsync(0);
      });
      expect(shownToasts().map(({ text }) => text)).toEqual(['Your network have been updated!']);
      act(() => void vi.advanceTimersByTime(999));
      expect(reload).not.toHaveBeenCalled();
      act(() => void vi.advanceTimersByTime(1));
      expect(reload).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
      reload.mockRestore();
    }
  });

  it('say so too where an answer in between had neither the old switch nor the new network [pay-08]', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const { queryClient } = await openSettings({
      pending_network: { network: 'BSC', at: Date.now() + 60_000 },
    });
    expect(await screen.findByText(/^Payouts switch to BNB Smart Chain on /)).toBeTruthy();
    const lookup = addressQuery('DOGE', 'DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE').queryKey;
    try {
      queryClient.setQueryData(lookup, (old) => old && { ...old, pending_network: null });
      await vi.waitFor(() => expect(screen.queryByText(/^Payouts switch to/)).toBeNull());
      queryClient.setQueryData(lookup, (old) => old && { ...old, network: 'BSC' });
      await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
      expect(shownToasts().map(({ text }) => text)).toEqual(['Your network have been updated!']);
    } finally {
      reload.mockRestore();
    }
  });

  it('say nothing of a switch that was cancelled', async () => {
    const { queryClient } = await openSettings({
      pending_network: { network: 'BSC', at: Date.now() + 60_000 },
    });
    await screen.findByText(/^Payouts switch to BNB Smart Chain on /);
    const lookup = addressQuery('DOGE', 'DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE').queryKey;
    act(() => {
      queryClient.setQueryData(lookup, (old) => old && { ...old, pending_network: null });
    });
    await vi.waitFor(() => expect(screen.queryByText(/^Payouts switch to/)).toBeNull());
    expect(shownToasts().map(({ text }) => text)).not.toContain('Your network have been updated!');
  });

  it('say so where the pool cannot be asked whether it saw the miner, and go on asking [pay-09]', async () => {
    await openSettings(
      {},
      {
        '/setting/auto_pay': 403,
        [`/challenge/${challenge}`]: 0,
        '/challenge': challengeAnswer({ action: 'auto_pay' }),
      },
    );
    fireEvent.click(await screen.findByRole('switch', { name: 'Auto-pay' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm that this address is yours' });
    expect(await within(dialog).findByText('Can’t reach the pool. Retrying…')).toBeTruthy();
    expect(within(dialog).queryByText('Waiting for your miner…')).toBeNull();
    expect(within(dialog).getByText('v-7K2Q9XDM')).toBeTruthy();
  });

  it('say what is known of a payout whose answer never came', async () => {
    await openSettings({}, { '/pay': 0 });
    fireEvent.click(await screen.findByRole('button', { name: 'Pay out now' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Yes, continue' }));
    const settings = screen.getByRole('region', { name: 'Payment settings' });
    const alert = await within(settings).findByRole('alert');
    expect(alert.textContent).toContain('whether your payout was started');
    expect(alert.textContent).toContain('nothing is paid twice');
  });

  it('say what is known of a proved switch whose answer never came', async () => {
    await openSettings(anywhere, {
      '/switch': 0,
      [`/challenge/${challenge}`]: challengeAnswer({ state: 'proved', token: 'a-token' }),
      '/challenge': challengeAnswer({}),
    });
    await confirmSwitch();
    const settings = screen.getByRole('region', { name: 'Payment settings' });
    const alert = await within(settings).findByRole('alert');
    expect(alert.textContent).toContain('whether your network switch was scheduled');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leave a dialog open that was opened while an earlier action was under way', async () => {
    const [promise, resolve] = laterAnswer();
    const { asked } = await openSettings(anywhere, {
      '/switch': promise,
      [`/challenge/${challenge}`]: challengeAnswer({ state: 'proved', token: 'a-token' }),
      '/challenge': challengeAnswer({}),
    });
    await confirmSwitch();
    await vi.waitFor(() => expect(asked.some((path) => path.includes('/switch?network=BSC'))).toBe(true));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    fireEvent.click(screen.getByRole('button', { name: 'Pay out now' }));
    await screen.findByRole('dialog', { name: 'Pay out now?' });
    const done = { success: true, msg: 'Ok', message: 'Ok', data: null };
    await act(async () => resolve(new Response(JSON.stringify(done))));
    await vi.waitFor(() =>
      expect(shownToasts().map(({ text }) => text)).toEqual(['The network switch is scheduled.']),
    );
    expect(screen.getByRole('dialog', { name: 'Pay out now?' })).toBeTruthy();
  });

  it('open no dialog for a payout whose question was closed before the pool refused it', async () => {
    const [promise, resolve] = laterAnswer();
    await openSettings({}, { '/pay': promise, '/payments': accountPaymentsExample });
    fireEvent.click(await screen.findByRole('button', { name: 'Pay out now' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Yes, continue' }));
    fireEvent.click(screen.getByRole('button', { name: 'No' }));
    const refused = {
      success: false,
      msg: 'Only the owner can do this',
      message: 'Only the owner can do this',
    };
    await act(async () => resolve(new Response(JSON.stringify(refused), { status: 403 })));
    await vi.waitFor(() =>
      expect(shownToasts().map(({ text }) => text)).toEqual(['Only the owner can do this']),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('get the code of a proof by themselves once the pool answers again', async () => {
    await openSettings(anywhere, { '/challenge': 0 });
    await confirmSwitch();
    const dialog = await screen.findByRole('dialog', { name: 'Confirm that this address is yours' });
    await within(dialog).findByText('Can’t reach the pool. Retrying…');
    serveAnswers({ '/challenge': challengeAnswer({}) });
    expect(await within(dialog).findByText('v-7K2Q9XDM')).toBeTruthy();
  });
});
