import type { Site } from '../site.ts';
import { algorithmListExample } from './algorithms.ts';

/** What index.html carries. */
export const siteExample: Site = {
  version: '0.1.0',
  sandbox: true,
  testNetwork: false,
  host: 'pool.example',
  coin: 'BTC',
  apiBase: '/api',
  algorithms: algorithmListExample.data,
  tls: {
    distrust: 'self-signed',
    fingerprint: '3b0c1f4e9a7d52688f0e1d2c3b4a59687766554433221100ffeeddccbbaa9988',
    certificate: '/api/v5/certificate',
  },
  operator: {
    name: 'Example pool',
    contact: 'help@pool.example',
    links: [{ name: 'Mastodon', url: 'https://social.example/@pool' }],
    app: {
      version: '1.0.0-beta',
      build_date: '2024-06-04',
      android: 'https://play.example/app',
      ios: null,
    },
  },
  regions: [{ country: 'EU', ping: '//eu.pool.example/ping' }],
};
