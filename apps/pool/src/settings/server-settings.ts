import { findAlgorithm } from '@openlode/catalogue/algorithms';
import type { Region } from '@openlode/catalogue/define-algorithm';
import { namesAlgorithms, serverName } from '@openlode/catalogue/server-name';
import type { SettingReader } from './setting-reader.ts';

/** The servers and ports that miners are told of. */
export interface ServerSettings {
  /** What miners connect to; with `{algo}` where each algorithm has a name of its own. */
  readonly miningHost: string;
  /** Servers nearer to some miners, each a pool of its own that uses the same database; none by default. */
  readonly regions: readonly RegionConfig[];
  readonly fallbackPorts: readonly FallbackPort[];
  /** By algorithm; the difficulty of the others adapts to the miner. */
  readonly staticDifficulties: Readonly<Record<string, string>>;
}

export interface RegionConfig {
  readonly region: Region;
  /** What miners connect to; with `{algo}` where each algorithm has a name of its own. */
  readonly host: string;
  /** Where its web server answers pings: host, with the port where it is not the usual one. */
  readonly web: string;
}

/** A port of an algorithm beside the planned ones, for miners whose network lets only well-known ports out. */
export interface FallbackPort {
  readonly algorithm: string;
  readonly port: number;
  readonly tls: boolean;
}

const hostName = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;

/** Whether a text is a host name once `{algo}` is replaced. */
function isServerName(name: string): boolean {
  return hostName.test(serverName(name, 'algo'));
}

/** `host` is the name of the pool. */
export function readServerSettings(settings: SettingReader, host: string): ServerSettings {
  return {
    miningHost: readMiningHost(settings, host),
    regions: readRegions(settings, host),
    fallbackPorts: readFallbackPorts(settings),
    staticDifficulties: readStaticDifficulties(settings),
  };
}

/** Reads `{algo}.{host}`: the name that miners use, where it is not the pool's own. */
function readMiningHost(settings: SettingReader, host: string): string {
  const text = settings.text('OPENLODE_MINING_HOST');
  const name = (text ?? host).replaceAll('{host}', host);
  if (text !== undefined && !isServerName(name))
    settings.fault('OPENLODE_MINING_HOST must be a host name, which may contain {algo} and {host}');
  return name;
}

/**
 * Reads `eu=eu.pool.example,us=us.pool.example:8443`, or `eu={algo}-{region}.{host}@eu.pool.example`: a region, the host that miners use,
 * and the web server that answers pings, where it is another host or has another port.
 */
function readRegions(settings: SettingReader, poolHost: string): readonly RegionConfig[] {
  const regions = settings.list('OPENLODE_REGIONS').flatMap((part): RegionConfig[] => {
    const [, region = '', typed = '', port = '', web] =
      /^(us|ca|eu|asia)=([^:@]+)(:\d{1,5})?(?:@([A-Za-z0-9.-]+(?::\d{1,5})?))?$/.exec(part) ?? [];
    const host = typed.replaceAll('{host}', poolHost).replaceAll('{region}', region);
    if (!isServerName(host) || (port !== '' && web !== undefined)) {
      settings.fault(
        `OPENLODE_REGIONS must be a list such as eu=eu.pool.example,us=us.pool.example:8443; this is none: ${part}`,
      );
      return [];
    }
    if (namesAlgorithms(host) && web === undefined) {
      settings.fault(
        `OPENLODE_REGIONS: ${part} names {algo}, so add the web server that answers pings there: @eu.pool.example`,
      );
      return [];
    }
    return [{ region: region as Region, host, web: web ?? host + port }];
  });
  if (new Set(regions.map(({ region }) => region)).size < regions.length)
    settings.fault('OPENLODE_REGIONS must name a region once');
  return regions;
}

/** Reads `sha256:80,sha256:443/ssl`: ports that are listened on beside the planned ones. */
function readFallbackPorts(settings: SettingReader): readonly FallbackPort[] {
  const ports = settings.list('OPENLODE_FALLBACK_PORTS').flatMap((part): FallbackPort[] => {
    const [, algorithm = '', digits = '', ssl] = /^([a-z0-9]+):(\d{1,5})(\/ssl)?$/.exec(part) ?? [];
    const port = Number(digits);
    if (findAlgorithm(algorithm) === undefined || port < 1 || port > 65_535) {
      settings.fault(
        `OPENLODE_FALLBACK_PORTS must be a list such as sha256:80,sha256:443/ssl; this is none: ${part}`,
      );
      return [];
    }
    return [{ algorithm, port, tls: ssl !== undefined }];
  });
  if (new Set(ports.map(({ port }) => port)).size < ports.length)
    settings.fault('OPENLODE_FALLBACK_PORTS must name a port once');
  return ports;
}

/** Reads `scrypt:65536`: by algorithm, the difficulty that the pool holds fixed on it, as decimal text. */
function readStaticDifficulties(settings: SettingReader): Readonly<Record<string, string>> {
  const entries = settings.list('OPENLODE_STATIC_DIFFICULTY').flatMap((part): [string, string][] => {
    const [, algorithm = '', difficulty = ''] =
      /^([a-z0-9]+):((?:0|[1-9]\d{0,14})(?:\.\d{1,30})?)$/.exec(part) ?? [];
    if (findAlgorithm(algorithm) !== undefined && Number(difficulty) > 0) return [[algorithm, difficulty]];
    settings.fault(`OPENLODE_STATIC_DIFFICULTY must be a list such as scrypt:65536; this is none: ${part}`);
    return [];
  });
  const difficulties = Object.fromEntries(entries);
  if (Object.keys(difficulties).length < entries.length)
    settings.fault('OPENLODE_STATIC_DIFFICULTY must name an algorithm once');
  return difficulties;
}
