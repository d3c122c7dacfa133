import { describe, expect, it } from 'vitest';
import { freshSecrets, KeystoreError, openKeystore, sealKeystore } from './keystore.ts';

const passphrase = 'correct horse battery';
/** 1 MiB: scrypt's real cost is for a process test. */
const cost = 10;
const secrets = { ...freshSecrets(), keys: [{ network: 'LTC', secret: new Uint8Array(32).fill(5) }] };

const failure = (attempt: () => unknown): string => {
  try {
    attempt();
  } catch (error) {
    if (error instanceof KeystoreError) return error.message;
    throw error;
  }
  return 'none';
};

describe('a keystore', () => {
  const text = sealKeystore(secrets, passphrase, cost);

  it('opens with its passphrase, however its letters are composed', () => {
    const opened = openKeystore(text, passphrase);
    expect({
      ...opened,
      journalKey: [...opened.journalKey],
      keys: opened.keys.map(({ secret }) => [...secret]),
    }).toEqual({
      id: secrets.id,
      journalKey: [...secrets.journalKey],
      keys: [[...new Uint8Array(32).fill(5)]],
    });
    const composed = sealKeystore(secrets, 'schlüsselbund', cost);
    expect(openKeystore(composed, 'schlu\u0308sselbund').id).toBe(secrets.id);
  });

  it('has nothing of a key in it, and another salt each time', () => {
    expect(text).not.toContain('05'.repeat(8));
    expect(text).not.toContain('LTC');
    expect(sealKeystore(secrets, passphrase, cost)).not.toBe(text);
  });

  it('does not open with another passphrase, and says nothing of either', () => {
    const why = failure(() => openKeystore(text, 'correct horse batters'));
    expect(why).toBe('The passphrase is another one, or the keystore was changed.');
  });

  it('does not open when any of its fields was changed', () => {
    const sealed = JSON.parse(text) as Record<string, string | number>;
    for (const [field, value] of Object.entries(sealed)) {
      const changed =
        typeof value === 'number' ? value + 1 : `${value.startsWith('0') ? '1' : '0'}${value.slice(1)}`;
      expect(
        failure(() => openKeystore(JSON.stringify({ ...sealed, [field]: changed }), passphrase)),
      ).not.toBe('none');
    }
    expect(failure(() => openKeystore(JSON.stringify({ ...sealed, cost: 40 }), passphrase))).toContain(
      'effort',
    );
    expect(failure(() => openKeystore('no keystore', passphrase))).toBe('The file is no keystore.');
    expect(failure(() => openKeystore(JSON.stringify({ ...sealed, tag: 'ab' }), passphrase))).toContain(
      'damaged',
    );
  });

  it('takes no short passphrase', () => {
    expect(failure(() => sealKeystore(secrets, 'elevenchars', cost))).toContain('at least 12');
  });
});
