import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseAmount } from '@openlode/money/amount';
import type { ConversionCaps } from '@openlode/ledger/conversion-caps';
import type { Deployment } from './edges/present/deployment.ts';
import { type ExchangeFlag, judgeExchangeFlag } from './domain/accounts/exchange-addresses.ts';
import { type CrashAt, parseCrashAt } from './crash-at.ts';
import { readPublishedApp } from './published-app.ts';
import {
  type FallbackPort,
  readFallbackPorts,
  readMiningHost,
  readRegions,
  readStaticDifficulties,
  type RegionConfig,
} from './server-settings.ts';
import { sandboxRailName } from './sandbox/names.ts';

export interface Config {
  readonly httpPort: number;
  /** The addresses that the site and the calls, and miners, are served on. */
  readonly httpBind: string;
  readonly stratumBind: string;
  /** Health and metrics, for the operator's programs; on this machine only unless said. */
  readonly opsPort: number;
  readonly opsBind: string;
  readonly dataDirectory: string;
  /** Where the chains of a sandbox keep their blocks and payments: the data directory, or one that no restore takes back. */
  readonly sandboxChains: string;
  /** The name of the pool: of its site and, where nothing else is set, of what miners connect to. */
  readonly host: string;
  /** What miners connect to; with `{algo}` where each algorithm has a name of its own. */
  readonly miningHost: string;
  /** Where visitors find the site, without a slash at the end; null where it is not set. */
  readonly publicUrl: string | null;
  readonly stratumBase: number;
  /** Servers nearer to some miners, each a pool of its own that uses the same database; none by default. */
  readonly regions: readonly RegionConfig[];
  readonly fallbackPorts: readonly FallbackPort[];
  /** By algorithm; the difficulty of the others adapts to the miner. */
  readonly staticDifficulties: Readonly<Record<string, string>>;
  readonly databaseUrl: string | undefined;
  /** Where processes of one database tell each other what watchers may hear; undefined for a process by itself. */
  readonly redisUrl: string | undefined;
  /** A unix socket through which journeys move the sandbox's clock; undefined outside of tests. */
  readonly sandboxControl: string | undefined;
  /** Where the process dies, for the suites that kill it; only with a control socket, and undefined outside of tests. */
  readonly crashAt: CrashAt | undefined;
  /** Addresses and networks (CIDR) that no rate limit applies to. */
  readonly limitExempt: readonly string[];
  /** Our own reverse proxies, addresses and networks (CIDR): only they say in `X-Forwarded-For` for whom they speak. */
  readonly trustedProxies: readonly string[];
  /** Networks that many miners share (rental sites, VPN exits), addresses and CIDR: a source in one proves no ownership. */
  readonly sharedNetworks: readonly string[];
  /** Deposit addresses of exchanges, which are refused without a memo; the operator flags others in the running pool. */
  readonly exchangeAddresses: readonly ExchangeFlag[];
  /** A JSON file with more of them, which may change while the pool runs. */
  readonly exchangesFile: string | undefined;
  /** Conversions worth more wait for the operator; in 10^-18 dollars. */
  readonly conversionCaps: ConversionCaps;
  readonly operator: Deployment['operator'];
  /** What may leave without the operator's approval, in units of 10^-18 dollars: for one account, in one automatic run, on one day. */
  readonly payoutCaps: { readonly account: bigint; readonly run: bigint; readonly day: bigint };
  /** Who says what coins are worth, and where money leaves; see `app/choose-world.ts`. */
  readonly rates: (typeof rateSources)[number];
  readonly rail: (typeof rails)[number];
  /** A folder with a file for each version of the desktop app; undefined where the operator publishes none. */
  readonly releasesDirectory: string | undefined;
  /** Undefined where it was not set: a terminal and a log file have levels of their own. */
  readonly logLevel: LogLevel | undefined;
  /** What the demo fleet of a sandbox is drawn from; undefined for an empty pool. */
  readonly seed: string | undefined;
}

const defaultSeed = 'openlode';

/** What this release has of each; a real one is refused until it is built, and never quietly replaced by a sandbox. */
const rateSources = ['sample'] as const;
const rails = [sandboxRailName] as const;

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings that this release knows. Any other `OPENLODE_…` is a typing mistake or from another release, and refused. */
const known = new Set([
  'OPENLODE_PORT',
  'OPENLODE_BIND',
  'OPENLODE_HTTP_BIND',
  'OPENLODE_STRATUM_BIND',
  'OPENLODE_OPS_PORT',
  'OPENLODE_OPS_BIND',
  'OPENLODE_DATA',
  'OPENLODE_HOST',
  'OPENLODE_MINING_HOST',
  'OPENLODE_STRATUM_BASE',
  'OPENLODE_FALLBACK_PORTS',
  'OPENLODE_STATIC_DIFFICULTY',
  'OPENLODE_REGIONS',
  'OPENLODE_SANDBOX_CONTROL',
  'OPENLODE_SANDBOX_CHAINS',
  'OPENLODE_CRASH_AT',
  'OPENLODE_LIMIT_EXEMPT',
  'OPENLODE_TRUSTED_PROXIES',
  'OPENLODE_SHARED_NETWORKS',
  'OPENLODE_EXCHANGE_ADDRESSES',
  'OPENLODE_EXCHANGES_FILE',
  'OPENLODE_CONVERSION_CAP_USD',
  'OPENLODE_CONVERSION_HOUR_CAP_USD',
  'OPENLODE_PUBLIC_URL',
  'OPENLODE_OPERATOR_NAME',
  'OPENLODE_OPERATOR_CONTACT',
  'OPENLODE_OPERATOR_LINKS',
  'OPENLODE_RELEASES',
  'OPENLODE_APP',
  'OPENLODE_RATES',
  'OPENLODE_RAIL',
  'OPENLODE_LOG_LEVEL',
  'OPENLODE_SEED',
  'OPENLODE_PAYOUT_CAP_ACCOUNT',
  'OPENLODE_PAYOUT_CAP_RUN',
  'OPENLODE_PAYOUT_CAP_DAY',
]);

/** Whether the pool reads a variable of this name. */
export function isSetting(name: string): boolean {
  return known.has(name) || name === 'DATABASE_URL' || name === 'REDIS_URL';
}

/** Reads all settings at once and names every one that is wrong in a single `ConfigError`. */
export function readConfig(environment: Environment, workingDirectory: string): Config {
  const faults = Object.keys(environment)
    .filter((name) => name.startsWith('OPENLODE_') && !known.has(name))
    .map((name) => `${name} is not a setting of this release`);
  const setting = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const port = (name: string, fallback: number, max: number): number => {
    const text = setting(name);
    const value = text === undefined ? fallback : /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= 1 && value <= max)) faults.push(`${name} must be a port from 1 to ${max}`);
    return value;
  };
  const httpPort = port('OPENLODE_PORT', 8080, 65_535);
  const opsPort = port('OPENLODE_OPS_PORT', Math.min(httpPort + 1, 65_535), 65_535);
  if (opsPort === httpPort) faults.push('OPENLODE_OPS_PORT must not be OPENLODE_PORT');
  const bind = setting('OPENLODE_BIND') ?? '0.0.0.0';
  // Room above for ten ports an algorithm, and for the TLS ports a thousand higher.
  const stratumBase = port('OPENLODE_STRATUM_BASE', 3333, 64_000);
  const host = setting('OPENLODE_HOST') ?? 'localhost';
  if (!/^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(host)) {
    faults.push('OPENLODE_HOST must be a host name without scheme or port');
  }
  const publicUrl = setting('OPENLODE_PUBLIC_URL')?.replace(/\/$/, '') ?? null;
  if (publicUrl !== null && !/^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?$/.test(publicUrl)) {
    faults.push('OPENLODE_PUBLIC_URL must be https:// and a host name, without a path');
  }
  const levelText = setting('OPENLODE_LOG_LEVEL');
  const logLevel = logLevels.find((level) => level === levelText);
  if (levelText !== undefined && logLevel === undefined)
    faults.push(`OPENLODE_LOG_LEVEL must be one of ${logLevels.join(', ')}`);
  const oneOf = <Name extends string>(
    name: string,
    names: readonly [Name, ...Name[]],
    what: string,
  ): Name => {
    const text = setting(name) ?? names[0];
    const known = names.find((each) => each === text);
    if (known === undefined)
      faults.push(`${name} is ${text}, but the ${what} of this release are: ${names.join(', ')}`);
    return known ?? names[0];
  };
  const seed = setting('OPENLODE_SEED') ?? defaultSeed;
  if (!/^[\w-]{1,64}$/.test(seed)) {
    faults.push('OPENLODE_SEED must be none, or up to 64 letters, digits, hyphens and underscores');
  }
  const sandboxControl = setting('OPENLODE_SANDBOX_CONTROL');
  const crashText = setting('OPENLODE_CRASH_AT');
  const crashAt = crashText === undefined ? undefined : parseCrashAt(crashText);
  if (crashText !== undefined && (crashAt === undefined || sandboxControl === undefined)) {
    faults.push('OPENLODE_CRASH_AT must be point:hit, and works beside OPENLODE_SANDBOX_CONTROL only');
  }
  const dataDirectory = resolve(workingDirectory, setting('OPENLODE_DATA') ?? 'data');
  const chainsText = setting('OPENLODE_SANDBOX_CHAINS');
  const sandboxChains = chainsText === undefined ? dataDirectory : resolve(workingDirectory, chainsText);
  if (chainsText !== undefined && `${sandboxChains}/`.startsWith(`${dataDirectory}/`)) {
    faults.push('OPENLODE_SANDBOX_CHAINS must lie outside of OPENLODE_DATA: it stands for the world outside');
  }
  const exchangesFile = setting('OPENLODE_EXCHANGES_FILE');
  const releases = setting('OPENLODE_RELEASES');
  const databaseUrl = setting('DATABASE_URL');
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    faults.push('DATABASE_URL must begin with postgres://');
  }
  const redisUrl = setting('REDIS_URL');
  if (redisUrl !== undefined && !isRedisUrl(redisUrl)) {
    faults.push(
      'REDIS_URL must be redis:// or rediss://, a host, and at most a port and the number of a database',
    );
  }
  const dollars = (name: string, fallback: string): bigint => {
    const text = setting(name) ?? fallback;
    if (!/^[1-9]\d{0,11}$/.test(text)) faults.push(`${name} must be whole US dollars from 1 to 999999999999`);
    return /^\d{1,12}$/.test(text) ? parseAmount(text) : 0n;
  };
  const conversionCaps = {
    eachUsd: dollars('OPENLODE_CONVERSION_CAP_USD', '250000'),
    hourUsd: dollars('OPENLODE_CONVERSION_HOUR_CAP_USD', '1000000'),
  };
  if (conversionCaps.hourUsd < conversionCaps.eachUsd) {
    faults.push('OPENLODE_CONVERSION_HOUR_CAP_USD must not be less than OPENLODE_CONVERSION_CAP_USD');
  }
  const networks = (name: string): string[] => {
    const parts = (setting(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
    if (!parts.every(isNetwork))
      faults.push(`${name} must be addresses or networks such as 10.0.0.0/24, separated by commas`);
    return parts;
  };
  const trustedProxies = networks('OPENLODE_TRUSTED_PROXIES');
  const sharedNetworks = networks('OPENLODE_SHARED_NETWORKS');
  const links = (setting('OPENLODE_OPERATOR_LINKS') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => /^([^=]{0,39}[^=\s])\s*=\s*(https:\/\/\S+)$/.exec(part));
  if (links.includes(null)) {
    faults.push('OPENLODE_OPERATOR_LINKS must be NAME=https://…, several separated by commas');
  }
  const config: Config = {
    payoutCaps: {
      account: dollars('OPENLODE_PAYOUT_CAP_ACCOUNT', '10000'),
      run: dollars('OPENLODE_PAYOUT_CAP_RUN', '100000'),
      day: dollars('OPENLODE_PAYOUT_CAP_DAY', '150000'),
    },
    httpPort,
    httpBind: setting('OPENLODE_HTTP_BIND') ?? bind,
    stratumBind: setting('OPENLODE_STRATUM_BIND') ?? bind,
    opsPort,
    opsBind: setting('OPENLODE_OPS_BIND') ?? '127.0.0.1',
    dataDirectory,
    sandboxChains,
    host,
    publicUrl,
    stratumBase,
    miningHost: readMiningHost(setting('OPENLODE_MINING_HOST'), host, faults),
    regions: readRegions(setting('OPENLODE_REGIONS'), host, faults),
    fallbackPorts: readFallbackPorts(setting('OPENLODE_FALLBACK_PORTS'), faults),
    staticDifficulties: readStaticDifficulties(setting('OPENLODE_STATIC_DIFFICULTY'), faults),
    databaseUrl,
    redisUrl,
    sandboxControl,
    crashAt,
    limitExempt: (setting('OPENLODE_LIMIT_EXEMPT') ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
    trustedProxies,
    sharedNetworks,
    exchangeAddresses: readExchangeAddresses(setting('OPENLODE_EXCHANGE_ADDRESSES'), faults),
    exchangesFile: exchangesFile === undefined ? undefined : resolve(workingDirectory, exchangesFile),
    conversionCaps,
    operator: {
      name: setting('OPENLODE_OPERATOR_NAME') ?? 'Openlode sandbox',
      contact: setting('OPENLODE_OPERATOR_CONTACT') ?? null,
      links: links.flatMap((link) => (link === null ? [] : [{ name: link[1] ?? '', url: link[2] ?? '' }])),
      app: readPublishedApp(setting('OPENLODE_APP'), faults),
    },
    releasesDirectory: releases === undefined ? undefined : resolve(workingDirectory, releases),
    rates: oneOf('OPENLODE_RATES', rateSources, 'rate sources'),
    rail: oneOf('OPENLODE_RAIL', rails, 'rails'),
    logLevel,
    seed: seed === 'none' ? undefined : seed,
  };
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return config;
}

/** Whether a text is one that the client takes: it would refuse any other, but without a word of what is expected. */
function isRedisUrl(text: string): boolean {
  if (!/^rediss?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname, search, hash } = new URL(text);
  return hostname !== '' && /^\/?\d{0,4}$/.test(pathname) && search === '' && hash === '';
}

/** Whether a text is an address, or a network smaller than everything. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

/** Reads `XRP:rExample=Name of the exchange,XLM:GExample=Another one`. */
function readExchangeAddresses(text: string | undefined, faults: string[]): readonly ExchangeFlag[] {
  const parts = (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.flatMap((part) => {
    const [, coin = '', address = '', exchange = ''] = /^([^:]+):([^=]+)=(.+)$/.exec(part) ?? [];
    const judged = judgeExchangeFlag({ coin, address, exchange });
    if (judged.kind === 'flag') return judged.flag;
    faults.push(
      judged.kind === 'takes-no-memo'
        ? `OPENLODE_EXCHANGE_ADDRESSES: ${judged.network} takes no memo, so none can be asked for: ${part}`
        : `OPENLODE_EXCHANGE_ADDRESSES must be a list such as XRP:ADDRESS=Name of the exchange; this is none: ${part}`,
    );
    return [];
  });
}
