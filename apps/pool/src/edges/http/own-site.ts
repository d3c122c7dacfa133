import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Why a request may not change anything or open a WebSocket here. */
export type ForeignReason = 'foreign-host' | 'foreign-origin';

/**
 * Tells requests that were meant for this deployment from those that a foreign page made a browser send: `foreign` names the
 * reason, undefined where there is none. A page that lets its own name point to this machine (DNS rebinding) has an `Origin`
 * and a `Host` that agree, so the name itself has to be one of ours.
 */
export interface OwnSite {
  foreign(request: IncomingMessage): ForeignReason | undefined;
}

interface Names {
  /** As in the settings: scheme, name, perhaps a port; null where the operator did not say. */
  readonly publicUrl: string | null;
  /** The name that miners use. */
  readonly host: string;
  readonly isProxy: (address: string) => boolean;
}

export function ownSite({ publicUrl, host, isProxy }: Names): OwnSite {
  const site = publicUrl === null ? undefined : new URL(publicUrl);
  const own = [host, site?.hostname ?? host].map((name) => name.toLowerCase());
  const names = new Set(['localhost', ...own, ...own.map((name) => `api.${name}`)]);

  /** The scheme under which the browser knows this site; undefined where a proxy knows it and did not say. */
  const schemeOf = (request: IncomingMessage): string | undefined => {
    if (site !== undefined && request.headers.host?.toLowerCase() === site.host) return site.protocol;
    // This process speaks plain HTTP only.
    if (!isProxy(request.socket.remoteAddress ?? '')) return 'http:';
    const reported = request.headers['x-forwarded-proto'];
    return reported === 'http' || reported === 'https' ? `${reported}:` : undefined;
  };

  return {
    foreign: (request) => {
      const { host: asked, origin, 'sec-fetch-site': fetchSite } = request.headers;
      const name = nameOf(asked);
      if (name === undefined || !(names.has(name) || isIP(name) !== 0)) return 'foreign-host';
      if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none')
        return 'foreign-origin';
      // Programs send no origin.
      if (origin === undefined) return undefined;
      if (!URL.canParse(origin)) return 'foreign-origin';
      const page = new URL(origin);
      if (page.host !== asked?.toLowerCase()) return 'foreign-origin';
      const scheme = schemeOf(request);
      return scheme === undefined || page.protocol === scheme ? undefined : 'foreign-origin';
    },
  };
}

/** The name in a `Host` header, without its port and brackets. */
function nameOf(host: string | undefined): string | undefined {
  const [, literal, name] =
    /^(?:\[([0-9a-f:.]{2,45})\]|([^:[\]]{1,255}))(?::\d{1,5})?$/i.exec(host ?? '') ?? [];
  return literal ?? name?.toLowerCase();
}
