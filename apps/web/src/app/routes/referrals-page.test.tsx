import { addressExample } from '@openlode/contracts/examples/address';
import { referralInfoExample } from '@openlode/contracts/examples/referral-info';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { serveAnswers } from '../../testing/serve-answers.ts';
import { openPage } from '../testing/open-page.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const around = { '/referral/info': referralInfoExample };

async function askForCode(answer: object | number) {
  await openPage('/referrals', { ...around, '/v5/address/': answer });
  fireEvent.change(await screen.findByLabelText(/^Your DOGE address/), {
    target: { value: 'DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Get my code' }));
}

it('gets the code by itself once the pool answers again', async () => {
  await askForCode(0);
  expect(await screen.findByText('Can’t reach the pool. Retrying…')).toBeTruthy();
  serveAnswers({ ...around, '/v5/address/': addressExample });
  const code = addressExample.data.custom_referral_code ?? addressExample.data.referral_code ?? '';
  expect(await screen.findByText(code)).toBeTruthy();
  expect(screen.queryByText('Can’t reach the pool. Retrying…')).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Get my code' }).disabled).toBe(false);
});

it('says what the pool refused, and asks again when the button is pressed again', async () => {
  await askForCode(400);
  expect(await screen.findByText('Refused with 400')).toBeTruthy();
  serveAnswers({ ...around, '/v5/address/': addressExample });
  fireEvent.click(screen.getByRole('button', { name: 'Get my code' }));
  const code = addressExample.data.custom_referral_code ?? addressExample.data.referral_code ?? '';
  expect(await screen.findByText(code)).toBeTruthy();
});

/** Lets these seconds pass for what turns by itself. */
const pass = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1000));

it('shows the tiers and both views of a code in turn, which stand still when they should [referrals-02, referrals-03]', async () => {
  await openPage('/referrals', around);
  const tiers = await screen.findByRole('region', { name: 'Tiers' });
  const demo = screen.getByRole('region', { name: 'With and without a code' });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  for (const region of [tiers, demo]) {
    fireEvent.pointerEnter(region);
    fireEvent.pointerLeave(region);
  }
  const shown = () => [
    within(tiers).getByRole('heading', { level: 3 }).textContent,
    tiers.querySelector('[data-split]')?.getAttribute('data-split'),
    demo.querySelector('code')?.textContent,
  ];
  for (const [title, least, owner, split, user] of [
    ['Tier 0: Base', '0 or more', '0.35%', '13/12', 'DOGE:ADDRESS.worker#CODE'],
    ['Tier 1: Vein', '50 or more', '0.38%', '12/13', 'DOGE:ADDRESS.worker'],
    ['Tier 2: Seam', '250 or more', '0.42%', '11/14', 'DOGE:ADDRESS.worker#CODE'],
    ['Tier 3: Lode', '1000 or more', '0.5%', '10/15', 'DOGE:ADDRESS.worker'],
  ]) {
    expect(shown()).toEqual([title, split, user]);
    expect(tiers.textContent).toContain(least);
    expect(tiers.textContent).toContain(`You earn ${owner}`);
    pass(5);
  }
  expect(shown()[0]).toBe('Tier 0: Base');
  fireEvent.pointerEnter(tiers);
  pass(20);
  expect(shown()[0]).toBe('Tier 0: Base');
  fireEvent.pointerLeave(tiers);
  pass(5);
  expect(shown()[0]).toBe('Tier 1: Vein');
  const dot = within(tiers).getByRole('button', { name: 'Lode' });
  fireEvent.focus(dot);
  fireEvent.pointerEnter(tiers);
  fireEvent.pointerLeave(tiers);
  pass(20);
  expect(shown()[0]).toBe('Tier 1: Vein');
  fireEvent.blur(dot);
  fireEvent.click(within(tiers).getByRole('button', { name: 'Pause' }));
  pass(20);
  expect(shown()[0]).toBe('Tier 1: Vein');
  fireEvent.click(within(tiers).getByRole('button', { name: 'Play' }));
  pass(5);
  expect(shown()[0]).toBe('Tier 2: Seam');
});

it('turns nothing by itself for a visitor who wants less motion [referrals-02]', async () => {
  const usual = matchMedia;
  vi.stubGlobal('matchMedia', (query: string) =>
    query === '(prefers-reduced-motion: reduce)' ? { matches: true } : usual(query),
  );
  await openPage('/referrals', around);
  const tiers = await screen.findByRole('region', { name: 'Tiers' });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  fireEvent.pointerEnter(tiers);
  fireEvent.pointerLeave(tiers);
  pass(20);
  expect(tiers.textContent).toContain('Tier 0: Base');
  expect(screen.getByRole('region', { name: 'With and without a code' }).textContent).toContain('#CODE');
  expect(within(tiers).getByRole('button', { name: 'Play' })).toBeTruthy();
});
