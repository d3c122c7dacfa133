import type { Site } from '../site.ts';
import { algorithmListExample } from './algorithms.ts';

/** What index.html carries. */
export const siteExample: Site = {
  version: '0.1.0',
  sandbox: true,
  host: 'pool.example',
  apiBase: '/api',
  algorithms: algorithmListExample.data,
  operator: {
    name: 'Example pool',
    contact: 'help@pool.example',
    links: [{ name: 'Mastodon', url: 'https://social.example/@pool' }],
  },
  regions: [{ host: 'eu.pool.example', ping: '//eu.pool.example/ping' }],
};
