import { plainJobs } from '@openlode/stratum/core/jobs';
import type { MoneroJob, OpenMoneroJob } from '@openlode/stratum/dialects/monero/jobs';
import type { HeaderTemplate } from '../../domain/kernel/block-template.ts';
import { headerFeed } from './header-feed.ts';

/** The jobs of a chain of RandomX: a hashing blob each; a seal is the nonce. */
export const createMoneroFeed = headerFeed<MoneroJob, OpenMoneroJob>({
  family: 'monero',
  openRegistry: plainJobs<HeaderTemplate, MoneroJob>,
  jobOf({ chain, seeds }, block) {
    if (seeds === undefined) throw new Error(`chain ${chain} names no seed`);
    return {
      blob: block.work,
      ...seeds,
      algorithm: 'rx/0',
      // Each session has blobs of its own.
      fixesNonceByte: false,
      blockHash: (nonce) => block.hashOf(nonce),
    };
  },
  sealOf: (solution) => (solution as { readonly nonce: Uint8Array }).nonce,
});
