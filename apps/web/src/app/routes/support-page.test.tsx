import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../testing/open-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['/support', 'How can we help?'],
  ['/support/article/ports-and-ssl', 'Support article'],
  ['/support/category/payouts', 'Support category'],
  ['/support?search=memo', 'Answers for “memo”'],
])('%s has one heading while its answer is on the way', async (path, heading) => {
  await openPage(path, { '/v4/support': new Promise<Response>(() => undefined) });
  expect(await screen.findByRole('status', { name: 'Loading...' })).toBeTruthy();
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([
    heading,
  ]);
});
