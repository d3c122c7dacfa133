import type { SettingReader } from './setting-reader.ts';

/** Where the pool keeps what it knows. */
export interface StorageSettings {
  readonly dataDirectory: string;
  /** Where the secret and the certificate are: the data directory, or that of all where it is one of several processes on the same ports. */
  readonly sharedDirectory: string;
  /** Whether this process may bring the database to its release: not where others of an earlier one are using it. */
  readonly mayMigrate: boolean;
  /** Where the chains of a sandbox keep their blocks and payments: the data directory, or one that no restore takes back. */
  readonly sandboxChains: string;
  readonly databaseUrl: string | undefined;
  /** Where processes of one database exchange live events; undefined for a process by itself. */
  readonly redisUrl: string | undefined;
}

export function readStorageSettings(settings: SettingReader): StorageSettings {
  const dataDirectory = settings.path('OPENLODE_DATA', 'data');
  return {
    dataDirectory,
    sharedDirectory: dataDirectory,
    mayMigrate: true,
    sandboxChains: readSandboxChains(settings, dataDirectory),
    databaseUrl: readDatabaseUrl(settings),
    redisUrl: readRedisUrl(settings),
  };
}

function readSandboxChains(settings: SettingReader, dataDirectory: string): string {
  const chains = settings.path('OPENLODE_SANDBOX_CHAINS');
  if (chains !== undefined && `${chains}/`.startsWith(`${dataDirectory}/`))
    settings.fault(
      'OPENLODE_SANDBOX_CHAINS must lie outside of OPENLODE_DATA: it stands for the world outside',
    );
  return chains ?? dataDirectory;
}

function readDatabaseUrl(settings: SettingReader): string | undefined {
  const url = settings.text('DATABASE_URL');
  if (url !== undefined && !/^postgres(ql)?:\/\//.test(url))
    settings.fault('DATABASE_URL must begin with postgres://');
  return url;
}

function readRedisUrl(settings: SettingReader): string | undefined {
  const url = settings.text('REDIS_URL');
  if (url !== undefined && !isRedisUrl(url))
    settings.fault(
      'REDIS_URL must be redis:// or rediss://, a host, and at most a port and the number of a database',
    );
  return url;
}

/** Whether a text is one that the client takes: it would refuse any other, but without a word of what is expected. */
function isRedisUrl(text: string): boolean {
  if (!/^rediss?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname, search, hash } = new URL(text);
  return hostname !== '' && /^\/?\d{0,4}$/.test(pathname) && search === '' && hash === '';
}
