import { places } from '@openlode/catalogue/define-algorithm';
import type { Site } from '@openlode/contracts/site';
import type { Deployment } from './deployment.ts';

/** Where a browser measures the way to each region, over the scheme that its page came by. */
export function presentRegions({ regions }: Deployment): Site['regions'] {
  return regions.map(({ region, web }) => ({ country: places[region].country, ping: `//${web}/ping` }));
}
