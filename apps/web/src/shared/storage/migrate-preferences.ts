import { preferenceFields, type Preferences, readFields } from './preferences.ts';

/** As much of localStorage as the migration needs. */
type OldStorage = Pick<Storage, 'getItem'>;

/**
 * Takes over the keys that were stored one by one before there was a record: each under the field's name, as JSON or as
 * bare text. What the record already knows stays. The answer is marked as migrated; once it is written, the old keys can go.
 */
export function migratePreferences(preferences: Preferences, storage: OldStorage): Preferences {
  if (preferences.migrated) return preferences;
  const defaults = readFields({});
  const old: Record<string, unknown> = {};
  for (const field of preferenceFields) {
    const text = storage.getItem(field);
    if (text === null) continue;
    const isDefault = JSON.stringify(preferences[field]) === JSON.stringify(defaults[field]);
    if (isDefault) old[field] = parseOld(text);
  }
  return { ...readFields({ ...preferences, ...old }), migrated: true };
}

/** Removes the keys that were taken over. */
export function removeOldKeys(storage: Pick<Storage, 'removeItem'>): void {
  for (const field of preferenceFields) storage.removeItem(field);
}

function parseOld(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
