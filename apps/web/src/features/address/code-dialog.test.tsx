import { addressExample } from '@openlode/contracts/examples/address';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CodeDialog } from './code-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('leaves out a code that cannot be drawn, keeps its text and only logs why [acct-04]', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const key = 'K'.repeat(2000);
  render(<CodeDialog kind="key" data={{ ...addressExample.data, mining_key: key }} onClose={() => {}} />);
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByText(key)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy Mining Key' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(warn).toHaveBeenCalledOnce();
});
