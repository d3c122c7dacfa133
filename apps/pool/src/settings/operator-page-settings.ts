import type { SettingReader } from './setting-reader.ts';

/** The operator's page: a listener of its own, for those who show a certificate; undefined where it is not wanted. */
export interface OperatorPageSettings {
  readonly operatorPage: OperatorPageConfig | undefined;
}

export interface OperatorPageConfig {
  readonly port: number;
  /** On this machine only unless said. */
  readonly bind: string;
  /** A PEM file with the private key of the page and its certificate. */
  readonly certificate: string;
  /** A PEM file with the authority that signs the certificates of people. */
  readonly authority: string;
  /** The names in certificates whose owners may look. */
  readonly readers: readonly string[];
  /** The names in certificates whose owners may look and act. */
  readonly acting: readonly string[];
}

const portSetting = 'OPENLODE_OPERATOR_PAGE_PORT';

/** `taken`: ports that other listeners of the process have. */
export function readOperatorPageSettings(
  settings: SettingReader,
  taken: readonly number[],
): OperatorPageSettings {
  const isWanted = settings.text(portSetting) !== undefined;
  const port = settings.port(portSetting, 8082);
  const bind = settings.text('OPENLODE_OPERATOR_PAGE_BIND');
  const certificate = settings.path('OPENLODE_OPERATOR_PAGE_CERTIFICATE');
  const authority = settings.path('OPENLODE_OPERATOR_PAGE_AUTHORITY');
  const readers = settings.list('OPENLODE_OPERATOR_PAGE_READERS');
  const acting = settings.list('OPENLODE_OPERATOR_PAGE_ACTING');
  if (!isWanted) {
    if ((bind ?? certificate ?? authority ?? readers[0] ?? acting[0]) !== undefined)
      settings.fault(
        `${portSetting} is not set, so there is no operator's page: set it, or leave the others out`,
      );
    return { operatorPage: undefined };
  }
  if (taken.includes(port)) settings.fault(`${portSetting} must not be OPENLODE_PORT or OPENLODE_OPS_PORT`);
  if (certificate === undefined)
    settings.fault(
      `OPENLODE_OPERATOR_PAGE_CERTIFICATE is missing: ${portSetting} needs a file with a key and a certificate`,
    );
  if (authority === undefined)
    settings.fault(
      `OPENLODE_OPERATOR_PAGE_AUTHORITY is missing: ${portSetting} needs the authority of the certificates of people`,
    );
  if (readers.length + acting.length === 0)
    settings.fault(
      'OPENLODE_OPERATOR_PAGE_ACTING and OPENLODE_OPERATOR_PAGE_READERS are missing: name who may use the page',
    );
  const both = readers.find((name) => acting.includes(name));
  if (both !== undefined)
    settings.fault(
      `OPENLODE_OPERATOR_PAGE_READERS names ${both}, who is in OPENLODE_OPERATOR_PAGE_ACTING: name each once`,
    );
  return {
    operatorPage: {
      port,
      bind: bind ?? '127.0.0.1',
      certificate: certificate ?? '',
      authority: authority ?? '',
      readers,
      acting,
    },
  };
}
