import { readFileSync } from 'node:fs';
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

/** The connection of the database, or what the file of it says: a password in a file is in no environment, which other programs inherit. */
function readDatabaseUrl(settings: SettingReader): string | undefined {
  const url = settings.text('DATABASE_URL');
  const file = settings.path('DATABASE_URL_FILE');
  if (url !== undefined && !isPostgresUrl(url)) settings.fault('DATABASE_URL must begin with postgres://');
  if (file === undefined) return url;
  if (url !== undefined) {
    settings.fault('DATABASE_URL_FILE and DATABASE_URL are both set: leave one of them out');
    return url;
  }
  return readUrlFile(settings, file);
}

/** What stands in the file is in no fault: it has a password. */
function readUrlFile(settings: SettingReader, file: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code: errorCode = 'unknown' } = error as NodeJS.ErrnoException;
    settings.fault(`DATABASE_URL_FILE: ${file} cannot be read (${errorCode})`);
    return undefined;
  }
  if (isPostgresUrl(text) && !/\s/.test(text)) return text;
  settings.fault(`DATABASE_URL_FILE: ${file} must have one line, which begins with postgres://`);
  return undefined;
}

function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text);
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
