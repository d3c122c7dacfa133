import { plainJobs } from '@openlode/stratum/core/jobs';
import type { KaspaJob, KaspaSolution, OpenKaspaJob } from '@openlode/stratum/dialects/kaspa/jobs';
import type { HeaderTemplate } from '../../domain/kernel/block-template.ts';
import { headerFeed, sealOfNonce } from './header-feed.ts';

/** The jobs of a chain of Kaspa's family: the hash of a header, and its time. */
export const createKaspaFeed = headerFeed<KaspaJob, OpenKaspaJob>({
  family: 'kaspa',
  openRegistry: plainJobs<HeaderTemplate, KaspaJob>,
  jobOf: ({ timestamp }, block) => ({
    prePowHash: block.work,
    timestamp,
    blockHash: (solution) => block.hashOf(sealOfNonce(solution)),
  }),
  sealOf: (solution) => sealOfNonce(solution as KaspaSolution),
});
