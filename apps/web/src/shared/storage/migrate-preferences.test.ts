import { describe, expect, it } from 'vitest';
import { migratePreferences, removeOldKeys } from './migrate-preferences.ts';
import { defaultPreferences, type Preferences } from './preferences.ts';

function storageOf(stored: Record<string, string>) {
  const map = new Map(Object.entries(stored));
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    removeItem: (key: string) => void map.delete(key),
  };
}

describe('migratePreferences', () => {
  it('takes over old keys, removes them and happens once [shell-05]', () => {
    const storage = storageOf({
      coin: 'DOGE',
      mode: '"light"',
      lastCoins: '["DOGE","BTC"]',
      lastNewsDate: '1738310400000',
      lastAlgorithms: '{broken',
      ref: '<script>',
      other: 'stays',
    });
    const migrated = migratePreferences(defaultPreferences, storage);
    removeOldKeys(storage);
    expect(migrated).toEqual({
      ...defaultPreferences,
      coin: 'DOGE',
      mode: 'light',
      lastCoins: ['DOGE', 'BTC'],
      lastNewsDate: 1_738_310_400_000,
      migrated: true,
    });
    expect([...storage.map]).toEqual([['other', 'stays']]);
    expect(migratePreferences(migrated, storageOf({ coin: 'BTC' }))).toBe(migrated);
  });

  it('does not overwrite what the visitor chose since', () => {
    const chosen: Preferences = { ...defaultPreferences, coin: 'KAS' };
    expect(migratePreferences(chosen, storageOf({ coin: 'DOGE' })).coin).toBe('KAS');
  });
});
