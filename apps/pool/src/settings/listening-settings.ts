import type { SettingReader } from './setting-reader.ts';

/** What the pool is called, and the addresses and ports that it listens on. */
export interface ListeningSettings {
  readonly httpPort: number;
  /** The addresses that the site and the calls, and miners, are served on. */
  readonly httpBind: string;
  readonly stratumBind: string;
  /** Health and metrics, for the operator's programs; on this machine only unless said. */
  readonly opsPort: number;
  readonly opsBind: string;
  /** The name of the pool: of its site and, where nothing else is set, of what miners connect to. */
  readonly host: string;
  /** Where visitors find the site, without a slash at the end; null where it is not set. */
  readonly publicUrl: string | null;
  readonly stratumBase: number;
}

export function readListeningSettings(settings: SettingReader): ListeningSettings {
  const httpPort = settings.port('OPENLODE_PORT', 8080);
  const opsPort = settings.port('OPENLODE_OPS_PORT', Math.min(httpPort + 1, 65_535));
  if (opsPort === httpPort) settings.fault('OPENLODE_OPS_PORT must not be OPENLODE_PORT');
  const bind = settings.text('OPENLODE_BIND') ?? '0.0.0.0';
  return {
    httpPort,
    httpBind: settings.text('OPENLODE_HTTP_BIND') ?? bind,
    stratumBind: settings.text('OPENLODE_STRATUM_BIND') ?? bind,
    opsPort,
    opsBind: settings.text('OPENLODE_OPS_BIND') ?? '127.0.0.1',
    // Room above for ten ports an algorithm, and for the TLS ports a thousand higher.
    stratumBase: settings.port('OPENLODE_STRATUM_BASE', 3333, 64_000),
    host: readHost(settings),
    publicUrl: readPublicUrl(settings),
  };
}

function readHost(settings: SettingReader): string {
  const host = settings.text('OPENLODE_HOST') ?? 'localhost';
  if (!/^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(host))
    settings.fault('OPENLODE_HOST must be a host name without scheme or port');
  return host;
}

function readPublicUrl(settings: SettingReader): string | null {
  const url = settings.text('OPENLODE_PUBLIC_URL')?.replace(/\/$/, '') ?? null;
  if (url !== null && !/^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?$/.test(url))
    settings.fault('OPENLODE_PUBLIC_URL must be https:// and a host name, without a path');
  return url;
}
