import { defaultCoinSymbol } from '@openlode/catalogue/constants';
import type { CoinItem } from '@openlode/contracts/http/coins';
import type { Site } from '@openlode/contracts/site';

/** What the page was served with where nothing was embedded: the API on the same origin knows the rest. */
const bareSite: Site = {
  version: '',
  sandbox: false,
  testNetwork: false,
  host: 'localhost',
  coin: defaultCoinSymbol,
  apiBase: '/api',
  algorithms: [],
  operator: { name: 'Openlode', contact: null, links: [], app: null },
  regions: [],
  // TLS is not recommended before the server has checked its certificate.
  tls: { distrust: 'not-verified', fingerprint: '', certificate: '/api/v5/certificate' },
};

let embedded: Site | null = null;

/** What the server embedded in index.html: this deployment's name, servers and ports. */
export function site(): Site {
  embedded ??= parseSite(document.querySelector('script#site')?.textContent ?? null);
  return embedded;
}

/** Reads the embedded JSON; the bare site where there is none. */
export function parseSite(text: string | null): Site {
  if (text === null) return bareSite;
  try {
    return { ...bareSite, ...(JSON.parse(text) as Partial<Site>) };
  } catch {
    return bareSite;
  }
}

/** Whether a public authority vouches for the certificate of the TLS ports: only then is TLS recommended. */
export function isTlsTrusted(): boolean {
  return site().tls.distrust === null;
}

/** The coin that the server embedded beside it, for the page that was asked for; null where there is none. */
export function embeddedCoin(): CoinItem | null {
  const text = document.querySelector('script#coin')?.textContent ?? null;
  return text === null ? null : (JSON.parse(text) as CoinItem);
}
