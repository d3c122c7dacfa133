import { RetiredDirectory } from './data-directory-state.ts';
import { LeftWork } from './processes/left-work.ts';
import { OtherNetwork } from './refuse-other-network.ts';
import { OtherPayoutAddress } from './refuse-other-places.ts';
import { SecretFault } from './secret-file.ts';
import { ExchangeFileError } from './exchange-file.ts';
import { ConfigError } from '../settings/setting-reader.ts';
import { BrokenPooler } from '../runtime/database/refuse-broken-pooler.ts';
import { DirectoryInUse } from '../runtime/database/directory-lock.ts';
import { NewerDatabase, PendingMigrations } from '../runtime/database/migrate.ts';
import { TlsCertificateError } from '../edges/stratum/tls-certificate.ts';
import { UnfinishedRestore } from '../domain/operations/backup/unfinished-restore.ts';
import { BrokenChain } from '../domain/ledger/refuse-broken-chain.ts';
import { SandboxWall } from '../domain/kernel/pool-kind.ts';
import { ForeignSecret } from '../domain/operations/claim-secret.ts';
import { UnfinishedMove } from '../domain/operations/backup/unfinished-move.ts';

/** Why a start failed, for a person and for the supervisor that may start it again. */
export interface StartFault {
  /** One sentence, or one for each wrong setting: what is wrong and what to do. */
  readonly message: string;
  /** 78 (`EX_CONFIG` of sysexits.h) where another start cannot help before the settings change; otherwise 1. */
  readonly exitCode: 1 | 78;
  /** False for a fault of the program itself: its stack is then worth printing. */
  readonly isExpected: boolean;
}

/** Faults that stay until an operator changes something: settings, a certificate, a secret, the data directory, a ledger that was changed. */
const settled = [
  BrokenChain,
  BrokenPooler,
  ConfigError,
  ExchangeFileError,
  TlsCertificateError,
  ForeignSecret,
  LeftWork,
  NewerDatabase,
  OtherNetwork,
  OtherPayoutAddress,
  PendingMigrations,
  RetiredDirectory,
  SandboxWall,
  SecretFault,
  UnfinishedMove,
  UnfinishedRestore,
];

/** Faults that already carry their sentence. */
const spoken = [DirectoryInUse];

/** Names the start faults that an operator can repair: settings, rights on files, ports in use, certificates, the database. */
export function describeStartFault(error: unknown): StartFault {
  if (settled.some((each) => error instanceof each))
    return { message: (error as Error).message, exitCode: 78, isExpected: true };
  if (spoken.some((each) => error instanceof each))
    return { message: (error as Error).message, exitCode: 1, isExpected: true };
  const sentence = sentenceOfSystemFault(error);
  if (sentence !== undefined) return { message: sentence, exitCode: 1, isExpected: true };
  return { message: error instanceof Error ? error.message : String(error), exitCode: 1, isExpected: false };
}

/** What Node.js and PostgreSQL attach to their errors. */
interface SystemFault {
  readonly code?: string;
  readonly path?: string;
  readonly address?: string;
  readonly port?: number;
  readonly message: string;
}

/** Undefined for a code that is not listed here. PostgreSQL's codes: its manual, appendix A. */
function sentenceOfSystemFault(error: unknown): string | undefined {
  const fault = faultWithCode(error);
  if (fault === undefined) return undefined;
  const { path, address, port, message } = fault;
  switch (fault.code ?? '') {
    case 'EADDRINUSE':
      return `${address ?? ''}:${port ?? ''} is in use by another program. Stop that program, or set OPENLODE_PORT, OPENLODE_OPS_PORT or OPENLODE_STRATUM_BASE.`;
    case 'EACCES':
    case 'EPERM':
      return path === undefined
        ? `This user may not listen on port ${port ?? ''}: choose a port above 1023, or grant CAP_NET_BIND_SERVICE.`
        : `This user may not read or write ${path}: give the file to the user that the pool runs as.`;
    case 'ENOSPC':
      return `The disk is full${path === undefined ? '' : ` at ${path}`}: make room, then start again.`;
    case 'ECONNREFUSED':
      return `Nothing answers at ${address ?? ''}:${port ?? ''}: start the database, or correct DATABASE_URL or REDIS_URL.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `A host name of DATABASE_URL or REDIS_URL cannot be resolved: ${message}.`;
    case '28P01':
    case '28000':
      return `The database refuses the user or password of DATABASE_URL: ${message}.`;
    case '3D000':
      return `The database of DATABASE_URL does not exist: ${message}. Create it: createdb --owner=USER NAME.`;
    case '42501':
      return `The user of DATABASE_URL may not create tables: ${message}. Make this user the owner of the database.`;
    case '53300':
      return `The database takes no more connections: ${message}.`;
    default:
      return undefined;
  }
}

/** The error, its cause, or the first of several attempts to connect that says why it failed. */
function faultWithCode(error: unknown): SystemFault | undefined {
  if (!(error instanceof Error)) return undefined;
  const inner = error instanceof AggregateError ? (error.errors as unknown[])[0] : error.cause;
  return (
    (inner === undefined ? undefined : faultWithCode(inner)) ??
    ('code' in error ? (error as SystemFault) : undefined)
  );
}
