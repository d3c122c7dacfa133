import type { Site } from '@openlode/contracts/site';

/** What the page was served with where nothing was embedded: the API on the same origin knows the rest. */
const bareSite: Site = {
  version: '',
  sandbox: false,
  host: 'localhost',
  apiBase: '/api',
  algorithms: [],
  operator: { name: 'Openlode', contact: null, links: [] },
  regions: [],
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
