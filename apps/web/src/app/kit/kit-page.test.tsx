import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../testing/open-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const pieces = import.meta.glob('../../shared/ui/*.tsx', { query: '?raw', import: 'default', eager: true });
const kit = import.meta.glob('./kit-*.tsx', { query: '?raw', import: 'default', eager: true });

describe('the kit', () => {
  it('shows the pieces in both modes, with a dialog', async () => {
    await openPage('/kit');
    for (const mode of ['Light', 'Dark']) {
      const shown = await screen.findByRole('region', { name: mode });
      expect(within(shown).getByRole('button', { name: 'primary' })).toBeTruthy();
      expect(within(shown).getByText('Only letters, digits and hyphens.')).toBeTruthy();
      expect(within(shown).getAllByRole('figure')).toHaveLength(3);
      expect(within(shown).getByText(/^Not enough data in this period/)).toBeTruthy();
      expect(within(shown).getByRole('table', { name: 'Workers' })).toBeTruthy();
    }
    fireEvent.click(screen.getByRole('button', { name: 'Open the dialog' }));
    expect(await screen.findByRole('dialog', { name: 'A dialog' })).toBeTruthy();
  });

  it('leaves no piece out', () => {
    const source = Object.values(kit).join('\n');
    // What the shell draws once for every page, the column that a whole page stands in, and what the option picker and the scroll strip are made of.
    const once = new Set([
      'announcer',
      'toasts',
      'toast-region',
      'plain-page',
      'picker-parts',
      'option-groups',
      'strip-arrow',
    ]);
    const names = Object.keys(pieces)
      .map((path) => path.replace(/^.*\/(.*)\.tsx$/, '$1'))
      .filter((name) => !name.endsWith('.test') && !once.has(name));
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !source.includes(`shared/ui/${name}.tsx`))).toEqual([]);
  });
});
