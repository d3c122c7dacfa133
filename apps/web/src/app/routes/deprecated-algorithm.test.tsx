import { algorithmListExample } from '@openlode/contracts/examples/algorithms';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../testing/open-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('an algorithm that is offered no longer is still shown to whom it was mined for [algo-12]', async () => {
  const data = algorithmListExample.data.map((item) => ({ ...item, deactivated: true }));
  await openPage('/address/DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU?coin=DOGE&tab=workers', {
    '/v5/algorithm': { ...algorithmListExample, data },
  });
  const [first] = await screen.findAllByText('Deprecated');
  expect(first?.parentElement?.textContent).toMatch(/^(Scrypt|Etchash)/);
});
