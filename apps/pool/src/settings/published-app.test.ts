import { describe, expect, it } from 'vitest';
import { readPublishedApp } from './published-app.ts';
import { ConfigError, SettingReader } from './setting-reader.ts';

const read = (text: string | undefined) => {
  const settings = new SettingReader({ OPENLODE_APP: text }, '/');
  const app = readPublishedApp(settings);
  return { app, fault: faultOf(settings) };
};

describe('readPublishedApp', () => {
  it('reads version, build date and the stores that have it', () => {
    expect(
      read('1.0.0-beta 2024-06-04 android=https://play.example/app?id=x ios=https://apps.example/1'),
    ).toEqual({
      app: {
        version: '1.0.0-beta',
        build_date: '2024-06-04',
        android: 'https://play.example/app?id=x',
        ios: 'https://apps.example/1',
      },
      fault: undefined,
    });
    expect(read(' 2.1.0  2026-02-28 ios=https://apps.example/1 ').app).toEqual({
      version: '2.1.0',
      build_date: '2026-02-28',
      android: null,
      ios: 'https://apps.example/1',
    });
  });

  it('has none without the setting', () => {
    expect(read(undefined)).toEqual({ app: null, fault: undefined });
  });

  it.each([
    '1.0.0',
    '1.0.0 2024-06-04',
    'beta 2024-06-04 ios=https://apps.example/1',
    '1.0.0 2024-06-31 ios=https://apps.example/1',
    '1.0.0 2024-06-04 ios=http://apps.example/1',
    '1.0.0 2024-06-04 windows=https://apps.example/1',
    '1.0.0 2024-06-04 ios=https://apps.example/1 ios=https://apps.example/2',
  ])('refuses %s', (text) => {
    expect(read(text)).toEqual({
      app: null,
      fault:
        'OPENLODE_APP must be VERSION YYYY-MM-DD and at least one of android=https://… and ios=https://…',
    });
  });
});

function faultOf(settings: SettingReader): string | undefined {
  try {
    settings.refuseFaults();
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
}
