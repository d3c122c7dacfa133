import { describe, expect, it } from 'vitest';
import { type OperatorPageConfig, readOperatorPageSettings } from './operator-page-settings.ts';
import { SettingReader } from './setting-reader.ts';

function pageOf(environment: Readonly<Record<string, string>>): {
  page: OperatorPageConfig | undefined;
  faults: string | undefined;
} {
  const settings = new SettingReader(environment, '/srv');
  const { operatorPage: page } = readOperatorPageSettings(settings, [8080, 8081]);
  try {
    settings.refuseFaults();
    return { page, faults: undefined };
  } catch (error) {
    return { page, faults: (error as Error).message };
  }
}

const whole = {
  OPENLODE_OPERATOR_PAGE_PORT: '8082',
  OPENLODE_OPERATOR_PAGE_CERTIFICATE: 'page.pem',
  OPENLODE_OPERATOR_PAGE_AUTHORITY: '/etc/authority.pem',
  OPENLODE_OPERATOR_PAGE_ACTING: 'ann, cleo',
  OPENLODE_OPERATOR_PAGE_READERS: 'bob',
};

describe('the settings of the operator’s page', () => {
  it('are none without a port, and useless then', () => {
    expect(pageOf({})).toEqual({ page: undefined, faults: undefined });
    expect(pageOf({ ...whole, OPENLODE_OPERATOR_PAGE_PORT: '' }).faults).toContain(
      'OPENLODE_OPERATOR_PAGE_PORT is not set, so there is no operator’s page'.replaceAll('’', "'"),
    );
  });

  it('name a listener of this machine, two files and who may what', () => {
    expect(pageOf(whole)).toEqual({
      page: {
        port: 8082,
        bind: '127.0.0.1',
        certificate: '/srv/page.pem',
        authority: '/etc/authority.pem',
        acting: ['ann', 'cleo'],
        readers: ['bob'],
      },
      faults: undefined,
    });
  });

  it('say what is missing, taken or said twice', () => {
    expect(
      pageOf({ OPENLODE_OPERATOR_PAGE_PORT: '8081' })
        .faults?.split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual([
      'OPENLODE_OPERATOR_PAGE_PORT must not be OPENLODE_PORT or OPENLODE_OPS_PORT',
      'OPENLODE_OPERATOR_PAGE_CERTIFICATE is missing',
      'OPENLODE_OPERATOR_PAGE_AUTHORITY is missing',
      'OPENLODE_OPERATOR_PAGE_ACTING and OPENLODE_OPERATOR_PAGE_READERS are missing',
    ]);
    expect(pageOf({ ...whole, OPENLODE_OPERATOR_PAGE_READERS: 'ann' }).faults).toContain(
      'names ann, who is in',
    );
  });
});
