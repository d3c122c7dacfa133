// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { changePreferences, readPreferences, reloadPreferences } from './preference-store.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  reloadPreferences();
});

/** A storage that holds `items` and throws from these of its methods. */
function stubStorage(items: Record<string, string>, throwing: readonly ('getItem' | 'setItem')[]) {
  const held = new Map(Object.entries(items));
  const refuse = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, text: string) => void held.set(key, text),
    removeItem: (key: string) => void held.delete(key),
    ...Object.fromEntries(throwing.map((name) => [name, refuse])),
  });
  reloadPreferences();
  return held;
}

describe('the store', () => {
  it('takes old keys over once, when it is first read [shell-05]', () => {
    localStorage.setItem('coin', 'KAS');
    reloadPreferences();
    expect(readPreferences()).toMatchObject({ coin: 'KAS', migrated: true });
    expect(localStorage.getItem('coin')).toBeNull();
    localStorage.setItem('coin', 'BTC');
    reloadPreferences();
    expect(readPreferences().coin).toBe('KAS');
    expect(localStorage.getItem('coin')).toBe('BTC');
  });

  it('keeps the old keys, and their choice for this visit, where nothing can be written', () => {
    const held = stubStorage({ coin: 'KAS' }, ['setItem']);
    expect(readPreferences().coin).toBe('KAS');
    expect([...held]).toEqual([['coin', 'KAS']]);
  });

  it('works for this visit in a browser that refuses its storage [shell-08]', () => {
    stubStorage({}, ['getItem', 'setItem']);
    expect(readPreferences().coin).toBeNull();
    changePreferences((old) => ({ ...old, coin: 'DOGE' }));
    expect(readPreferences().coin).toBe('DOGE');
  });
});
