import type { NodePoolKind } from './domain/kernel/pool-kind.ts';
import type { Deployment } from './edges/present/deployment.ts';
import { type AccessSettings, readAccessSettings } from './settings/access-settings.ts';
import {
  exchangeKeySettings,
  type ExchangeSettings,
  readExchangeSettings,
} from './settings/exchange-settings.ts';
import { type ListeningSettings, readListeningSettings } from './settings/listening-settings.ts';
import { type MoneySettings, readMoneySettings } from './settings/money-settings.ts';
import { type NodeSettings, readNodeSettings } from './settings/node-settings.ts';
import { type LogLevel, readLogLevel, readOperator } from './settings/operator-settings.ts';
import { type OperatorPageSettings, readOperatorPageSettings } from './settings/operator-page-settings.ts';
import { missingForRoles, readRoleSettings, type RoleSettings } from './settings/role-settings.ts';
import { readSandboxSettings, type SandboxSettings } from './settings/sandbox-settings.ts';
import { readServerSettings, type ServerSettings } from './settings/server-settings.ts';
import { givesOneHeader } from './settings/upstream-settings.ts';
import { hidden } from './settings/hidden.ts';
import { type Environment, SettingReader, type SettingValue } from './settings/setting-reader.ts';
import { readStorageSettings, type StorageSettings } from './settings/storage-settings.ts';

/** All settings of a pool: `settings/` has a file for each group, with the names of its variables. */
export interface Config
  extends ListeningSettings,
    OperatorPageSettings,
    RoleSettings,
    ServerSettings,
    SandboxSettings,
    NodeSettings,
    StorageSettings,
    MoneySettings,
    ExchangeSettings,
    AccessSettings {
  readonly logLevel: LogLevel;
  readonly operator: Deployment['operator'];
  /** A folder with a file for each version of the desktop app; undefined where the operator publishes none. */
  readonly releasesDirectory: string | undefined;
}

/** What has left a wallet cannot be taken back, and the embedded database may lose what it has just said it keeps. */
const embeddedDatabasePaysNothing =
  'OPENLODE_CONFIG names rails, and the embedded database keeps nothing safe enough to pay from: set DATABASE_URL to a PostgreSQL server, or leave rails, evm, monero, solana, xrp and tron out';

const portMax = 65_535;

/** Reads all settings at once and names every one that is wrong in a single `ConfigError`. */
export function readConfig(environment: Environment, workingDirectory: string): Config {
  const settings = new SettingReader(environment, workingDirectory);
  const config = readAll(settings);
  const { nodePool, databaseUrl, redisUrl, roles } = config;
  const { rails = [], evm = [], monero, solana, xrp, tron, exchangeRail } = nodePool ?? {};
  if (
    databaseUrl === undefined &&
    nodePool?.kind !== 'real' &&
    (rails.length + evm.length > 0 ||
      [monero, solana, xrp, tron, exchangeRail].some((each) => each !== undefined))
  )
    settings.fault(embeddedDatabasePaysNothing);
  if (nodePool?.kind === 'real') refuseInReal(settings, config);
  const [exchange] = config.exchanges;
  if (exchange !== undefined && nodePool === undefined)
    settings.fault(
      `${exchangeKeySettings[exchange.venue]} needs OPENLODE_CONFIG: a sandbox has no money to send to an exchange`,
    );
  refuseTestTrades(settings, config);
  refuseExchangeRail(settings, config);
  refuseOpsPorts(settings, config);
  refuseOneHeader(settings, config);
  refuseUnnamedPlaces(settings, config);
  const missing = missingForRoles(roles, {
    database: databaseUrl !== undefined,
    redis: redisUrl !== undefined,
    nodes: nodePool !== undefined,
  });
  if (missing !== undefined) settings.fault(missing);
  settings.refuseFaults();
  return config;
}

function usualName(kind: NodePoolKind | undefined): string {
  if (kind === undefined) return 'Openlode sandbox';
  return kind === 'real' ? 'Openlode pool' : 'Openlode test pool';
}

/** What a test network may do with coins that are worth nothing. */
function refuseInReal(
  settings: SettingReader,
  { databaseUrl, sandboxControl }: Pick<Config, 'databaseUrl' | 'sandboxControl'>,
): void {
  if (databaseUrl === undefined)
    settings.fault(
      'OPENLODE_CONFIG names a pool of kind real, and the embedded database keeps nothing safe enough for what miners are owed: set DATABASE_URL to a PostgreSQL server',
    );
  if (sandboxControl !== undefined)
    settings.fault(
      'OPENLODE_SANDBOX_CONTROL moves the clock, and a pool of kind real has the time of the world: leave it out',
    );
}

/** What conversions of a test network have left is of coins that are worth nothing. A stand-in for an exchange is on this machine. */
function refuseTestTrades(
  settings: SettingReader,
  { nodePool, sendsTrades, exchanges }: Pick<Config, 'nodePool' | 'sendsTrades' | 'exchanges'>,
): void {
  if (!sendsTrades || nodePool === undefined || nodePool.kind === 'real') return;
  if (exchanges.some(({ url, tradeKeyFile }) => tradeKeyFile !== undefined && url.startsWith('https:')))
    settings.fault(
      'OPENLODE_TRADE_BY_ITSELF=send needs a pool of kind real: an exchange has money, and coins of a test network are worth nothing',
    );
}

/** What pays out of an account needs one that is looked at, and a key that nothing else has. */
function refuseExchangeRail(
  settings: SettingReader,
  { nodePool, exchanges }: Pick<Config, 'nodePool' | 'exchanges'>,
): void {
  const entry = nodePool?.exchangeRail;
  if (entry === undefined) return;
  const account = exchanges.find(({ venue }) => venue === entry.venue);
  if (account === undefined)
    return settings.fault(
      'exchangeRail of OPENLODE_CONFIG needs OPENLODE_EXCHANGE_KRAKEN_KEY_FILE: an account is looked at before anything is paid out of it',
    );
  if ([account.keyFile, account.tradeKeyFile, account.withdrawKeyFile].includes(entry.keyFile))
    settings.fault('key of exchangeRail must be a file of its own: no other key may pay');
  if (nodePool?.kind !== 'real' && account.url.startsWith('https:'))
    settings.fault(
      'exchangeRail needs a pool of kind real: an exchange has money, and coins of a test network are worth nothing',
    );
}

/** Each of several processes has its health on a port of its own above that of the settings, and so has the additional one of a replacement. */
function refuseOpsPorts(settings: SettingReader, { opsPort, stratumProcesses }: Config): void {
  if (stratumProcesses === 1 || opsPort + stratumProcesses + 1 <= portMax) return;
  settings.fault(
    `OPENLODE_OPS_PORT must be at most ${portMax - stratumProcesses - 1} with OPENLODE_STRATUM_PROCESSES=${stratumProcesses}: each process has a port of its own above it, and one more while they are replaced`,
  );
}

/** What counts once is known to one process. That several run on other machines cannot be seen here. */
function refuseOneHeader(
  settings: SettingReader,
  { nodePool, stratumProcesses }: Pick<Config, 'nodePool' | 'stratumProcesses'>,
): void {
  const found = nodePool?.upstreams?.find(givesOneHeader);
  if (stratumProcesses === 1 || found === undefined) return;
  settings.fault(
    `OPENLODE_STRATUM_PROCESSES must be 1 while ${found.name} gives work: a pool of ${found.algorithm} gives all its connections one header, and a share would count in each process`,
  );
}

/** What another pool pays into an account at an exchange is credited by the record of that. */
function refuseUnnamedPlaces(
  settings: SettingReader,
  { nodePool, exchanges }: Pick<Config, 'nodePool' | 'exchanges'>,
): void {
  const found = nodePool?.upstreams?.find(
    ({ paysTo }) => paysTo !== undefined && exchanges.every(({ venue }) => venue !== paysTo),
  );
  if (found?.paysTo !== undefined)
    settings.fault(
      `OPENLODE_CONFIG says that ${found.name} pays to ${found.paysTo}, which needs ${exchangeKeySettings[found.paysTo]}: what comes in is credited by its record`,
    );
}

/** The names of all settings, `DATABASE_URL` and `REDIS_URL` among them. */
export function settingNames(): ReadonlySet<string> {
  const settings = new SettingReader({}, '/');
  readAll(settings);
  return settings.names;
}

/** Every setting as a start would read it now, by name; passwords of URLs are hidden. Faults are for `readConfig`. */
export function shownSettings(environment: Environment, workingDirectory: string): readonly SettingValue[] {
  const settings = new SettingReader(environment, workingDirectory);
  readAll(settings);
  return settings.values
    .map(({ value, ...setting }) => ({
      ...setting,
      value: value === undefined ? undefined : hidden(setting.name, value),
    }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

/** Asks for every setting, whatever the others are: those that were asked for are the settings of this release. */
function readAll(settings: SettingReader): Config {
  const listening = readListeningSettings(settings);
  const nodes = readNodeSettings(settings);
  return {
    ...listening,
    ...readOperatorPageSettings(settings, [listening.httpPort, listening.opsPort]),
    ...readRoleSettings(settings),
    ...readServerSettings(settings, listening.host),
    ...readExchangeSettings(settings),
    logLevel: readLogLevel(settings),
    ...readSandboxSettings(settings),
    ...nodes,
    ...readStorageSettings(settings),
    ...readMoneySettings(settings),
    ...readAccessSettings(settings),
    operator: readOperator(settings, usualName(nodes.nodePool?.kind)),
    releasesDirectory: settings.path('OPENLODE_RELEASES'),
  };
}
