import type { HeaderJob, OpenHeaderJob } from '@openlode/stratum/core/header-jobs';
import { plainJobs } from '@openlode/stratum/core/jobs';
import type { HeaderFamily, HeaderTemplate } from '../../domain/kernel/block-template.ts';
import { headerFeed } from './header-feed.ts';

/** The jobs of a chain whose miners are given no more than the bytes of a block; the solution of a share is its seal. */
export function hashFeed(family: HeaderFamily): ReturnType<typeof headerFeed<HeaderJob, OpenHeaderJob>> {
  return headerFeed<HeaderJob, OpenHeaderJob>({
    family,
    openRegistry: plainJobs<HeaderTemplate, HeaderJob>,
    jobOf: ({ timestamp, bits }, block) => ({
      work: block.work,
      timestamp,
      bits,
      blockHash: (seal) => block.hashOf(seal),
    }),
    sealOf: (solution) => solution as Uint8Array,
  });
}
