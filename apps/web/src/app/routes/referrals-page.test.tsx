import { addressExample } from '@openlode/contracts/examples/address';
import { referralInfoExample } from '@openlode/contracts/examples/referral-info';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { serveAnswers } from '../../testing/serve-answers.ts';
import { openPage } from '../testing/open-page.tsx';

afterEach(() => {
  cleanup();
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
