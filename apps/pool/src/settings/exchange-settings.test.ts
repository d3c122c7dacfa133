import { describe, expect, it } from 'vitest';
import { readExchangeSettings } from './exchange-settings.ts';
import { SettingReader } from './setting-reader.ts';

const key = 'OPENLODE_EXCHANGE_KRAKEN_KEY_FILE';
const url = 'OPENLODE_EXCHANGE_KRAKEN_URL';

function read(environment: Readonly<Record<string, string>>) {
  const settings = new SettingReader(environment, '/srv');
  const read = readExchangeSettings(settings);
  settings.refuseFaults();
  return read.exchanges;
}

describe('the exchange of the settings', () => {
  it('is none without the file of a key, and Kraken with one', () => {
    expect(read({})).toEqual([]);
    expect(read({ [key]: 'kraken-key' })).toEqual([
      { venue: 'kraken', url: 'https://api.kraken.com', keyFile: '/srv/kraken-key' },
    ]);
    expect(read({ [key]: '/k', [url]: 'http://127.0.0.1:8000' })).toEqual([
      { venue: 'kraken', url: 'http://127.0.0.1:8000', keyFile: '/k' },
    ]);
  });

  it.each(['http://api.kraken.com', 'https://api.kraken.com/path', 'https://me@kraken.com', 'kraken'])(
    'is asked at no address like %s',
    (address) => {
      expect(() => read({ [key]: '/k', [url]: address })).toThrow(`${url} must be`);
    },
  );

  it('needs a key where it has an address', () => {
    expect(() => read({ [url]: 'https://api.kraken.com' })).toThrow(`is set without ${key}`);
  });
});
