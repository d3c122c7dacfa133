import { isIP } from 'node:net';
import { type ExchangeFlag, judgeExchangeFlag } from '../domain/miners/exchange-addresses.ts';
import type { SettingReader } from './setting-reader.ts';

/** Which client addresses and payout addresses get special rules. */
export interface AccessSettings {
  /** Addresses and networks (CIDR) that no rate limit applies to. */
  readonly limitExempt: readonly string[];
  /** Our own reverse proxies, addresses and networks (CIDR): only they say in `X-Forwarded-For` for whom they speak. */
  readonly trustedProxies: readonly string[];
  /** Our own balancers in front of the ports of miners, addresses and networks (CIDR): they say by the PROXY protocol for whom they speak. */
  readonly stratumProxies: readonly string[];
  /** Our own balancers in front of the site, likewise. */
  readonly httpBalancers: readonly string[];
  /** Networks that many miners share (rental sites, VPN exits), addresses and CIDR: a client address in one proves no ownership. */
  readonly sharedNetworks: readonly string[];
  /** Deposit addresses of exchanges, which are refused without a memo; the operator flags others in the running pool. */
  readonly exchangeAddresses: readonly ExchangeFlag[];
  /** A JSON file with more of them, which may change while the pool runs. */
  readonly exchangesFile: string | undefined;
}

export function readAccessSettings(settings: SettingReader): AccessSettings {
  return {
    limitExempt: settings.list('OPENLODE_LIMIT_EXEMPT'),
    trustedProxies: readNetworks(settings, 'OPENLODE_TRUSTED_PROXIES'),
    stratumProxies: readNetworks(settings, 'OPENLODE_STRATUM_PROXIES'),
    httpBalancers: readNetworks(settings, 'OPENLODE_HTTP_BALANCERS'),
    sharedNetworks: readNetworks(settings, 'OPENLODE_SHARED_NETWORKS'),
    exchangeAddresses: readExchangeAddresses(settings),
    exchangesFile: settings.path('OPENLODE_EXCHANGES_FILE'),
  };
}

function readNetworks(settings: SettingReader, name: string): readonly string[] {
  const parts = settings.list(name);
  if (!parts.every(isNetwork))
    settings.fault(`${name} must be addresses or networks such as 10.0.0.0/24, separated by commas`);
  return parts;
}

/** Whether a text is an address, or a network smaller than everything. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  // An IPv4 address inside an IPv6 one would match nothing: sockets and lists have it in its own form.
  if (family === 0 || more.length > 0 || /^::ffff:/i.test(address)) return false;
  if (bits === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

/** Reads `XRP:rExample=Name of the exchange,XLM:GExample=Another one`. */
function readExchangeAddresses(settings: SettingReader): readonly ExchangeFlag[] {
  return settings.list('OPENLODE_EXCHANGE_ADDRESSES').flatMap((part) => {
    const [, coin = '', address = '', exchange = ''] = /^([^:]+):([^=]+)=(.+)$/.exec(part) ?? [];
    const judged = judgeExchangeFlag({ coin, address, exchange });
    if (judged.kind === 'flag') return judged.flag;
    settings.fault(
      judged.kind === 'takes-no-memo'
        ? `OPENLODE_EXCHANGE_ADDRESSES: ${judged.network} takes no memo, so none can be asked for: ${part}`
        : `OPENLODE_EXCHANGE_ADDRESSES must be a list such as XRP:ADDRESS=Name of the exchange; this is none: ${part}`,
    );
    return [];
  });
}
