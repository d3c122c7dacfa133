import { addressExample } from '@openlode/contracts/examples/address';
import { coinListExample } from '@openlode/contracts/examples/coins';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPreferences } from '../../shared/storage/preference-store.ts';
import { openPage } from '../testing/open-page.tsx';

const copied = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());

beforeEach(() => {
  copied.mockClear();
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the coin page', () => {
  it('says the sentence and gives the lines of this deployment, TCP first where its certificate is not publicly trusted', async () => {
    await openPage('/?coin=DOGE&algorithm=scrypt');
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading.textContent).toBe('Pay me in Dogecoin, mining Scrypt');
    const card = screen.getByRole('region', { name: 'Connect your miner' });
    expect(within(card).getByText('scrypt.pool.example')).toBeTruthy();
    expect(within(card).getByRole<HTMLInputElement>('radio', { name: 'TCP, recommended' }).checked).toBe(
      true,
    );
    expect(within(card).getByText('3443')).toBeTruthy();
    expect(within(card).getByText('stratum+tcp://scrypt.pool.example:3443')).toBeTruthy();
    fireEvent.click(within(card).getByRole('radio', { name: 'SSL' }));
    expect(within(card).getByText('4443')).toBeTruthy();
    expect(within(card).getByText('stratum+ssl://scrypt.pool.example:4443')).toBeTruthy();
  });

  it('copies and confirms in place', async () => {
    await openPage('/?coin=DOGE&algorithm=scrypt');
    const button = await screen.findByRole('button', { name: 'Copy server' });
    fireEvent.click(button);
    await vi.waitFor(() => expect(button.textContent).toBe('Copied'));
    expect(copied).toHaveBeenCalledExactlyOnceWith('scrypt.pool.example');
  });

  it('recognises an address of another coin, and opens with that coin and the address', async () => {
    const trump = '6a8JHTfD2EyJqYEjYFzH8oeLqKV9frtMMdwktm4e9Mua';
    const { router } = await openPage('/?coin=DOGE&algorithm=scrypt');
    fireEvent.change(await screen.findByLabelText(/^Your Dogecoin address/), { target: { value: trump } });
    fireEvent.click(await screen.findByRole('link', { name: /\(TRUMP\)$/ }));
    await vi.waitFor(() => expect(router.state.location.search).toMatchObject({ coin: 'TRUMP' }));
    expect(router.state.location.state.typed).toBe(trump);
  });

  it('fills the user string from the fields and copies it only when a miner could use it', async () => {
    await openPage('/?coin=DOGE&algorithm=scrypt');
    const copyUser = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Copy user' });
    const address = await screen.findByLabelText(/^Your Dogecoin address/);
    expect(copyUser().disabled).toBe(true);
    fireEvent.change(address, { target: { value: 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSX' } });
    await screen.findByText(/^Double check your Dogecoin address, it seems to be invalid!/);
    expect(copyUser().disabled).toBe(true);
    fireEvent.change(address, { target: { value: 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU' } });
    await screen.findByText('Valid');
    fireEvent.change(screen.getByLabelText('Worker'), { target: { value: 'attic' } });
    fireEvent.change(screen.getByLabelText('Referral code'), { target: { value: 'abcd-1234' } });
    await vi.waitFor(() => expect(copyUser().disabled).toBe(false));
    fireEvent.click(copyUser());
    await vi.waitFor(() =>
      expect(copied).toHaveBeenCalledWith('DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.attic#abcd-1234'),
    );
  });

  it('gives nothing to copy for an exchange’s address without its memo, which the pool would refuse', async () => {
    const [doge] = coinListExample.data;
    const xrp = { ...doge, symbol: 'XRP', name: 'XRP', regex_memo: '^[0-9]{1,10}$' };
    const answerOf = (err_flags: object) => ({
      ...addressExample,
      data: { ...addressExample.data, err_flags: { ...addressExample.data.err_flags, ...err_flags } },
    });
    await openPage('/?coin=XRP&algorithm=scrypt', {
      '/v5/coin/XRP': { success: true, msg: 'Ok', message: 'Ok', data: xrp },
      '/v5/address/rNxp4h8apvRis6mJf9Sh8C6iRxfrDWN7AV?': answerOf({ missing_memo: true }),
    });
    const field = await screen.findByLabelText(/^Your XRP address/);
    const copyUser = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Copy user' });
    fireEvent.change(field, { target: { value: 'rNxp4h8apvRis6mJf9Sh8C6iRxfrDWN7AV' } });
    await screen.findByText(
      'This address belongs to an exchange and needs its memo: add it after the address and a colon.',
    );
    expect(copyUser().disabled).toBe(true);
    fireEvent.change(field, { target: { value: 'rNxp4h8apvRis6mJf9Sh8C6iRxfrDWN7AV:77' } });
    await screen.findByText('Valid');
    fireEvent.click(copyUser());
    await vi.waitFor(() =>
      expect(copied).toHaveBeenCalledWith('XRP:rNxp4h8apvRis6mJf9Sh8C6iRxfrDWN7AV:77.rig1'),
    );
  });

  it('opens on an algorithm that can be mined here', async () => {
    await openPage('/?coin=DOGE');
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading.textContent).toBe('Pay me in Dogecoin, mining Scrypt');
  });

  it('says plainly that an algorithm cannot be mined here', async () => {
    await openPage('/?coin=DOGE&algorithm=etchash');
    expect(await screen.findByText('Etchash cannot be mined on this pool at the moment.')).toBeTruthy();
    expect(screen.queryByText('etchash.pool.example')).toBeNull();
  });

  it('changes the coin through the list, by keyboard', async () => {
    const { router } = await openPage('/?coin=DOGE&algorithm=scrypt');
    fireEvent.click(await screen.findByRole('button', { name: 'Dogecoin' }));
    const search = await screen.findByRole('combobox', { name: 'Choose the coin you are paid in' });
    await screen.findByRole('option', { name: /OFFICIAL TRUMP/ });
    fireEvent.change(search, { target: { value: 'trump' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    await vi.waitFor(() => expect(router.state.location.href).toBe('/?coin=TRUMP&algorithm=scrypt'));
    expect(await screen.findByRole('heading', { name: /OFFICIAL TRUMP/ })).toBeTruthy();
    expect(readPreferences().lastCoins).toEqual(['TRUMP', 'DOGE']);
  });

  it('shows a failed call and tries again in place', async () => {
    await openPage('/?coin=DOGE', { '/v5/coin/DOGE': 0 });
    expect(await screen.findByText('The pool cannot be reached. Check your connection.')).toBeTruthy();
    vi.unstubAllGlobals();
    const { serveAnswers } = await import('../../testing/serve-answers.ts');
    const { coinListExample } = await import('@openlode/contracts/examples/coins');
    const doge = coinListExample.data.find((coin) => coin.symbol === 'DOGE');
    serveAnswers({ '/v5/coin/DOGE': { success: true, msg: 'Ok', message: 'Ok', data: doge } });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Connect your miner' })).toBeTruthy();
  });
});
