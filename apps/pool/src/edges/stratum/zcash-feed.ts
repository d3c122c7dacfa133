import { plainJobs } from '@openlode/stratum/core/jobs';
import type { OpenZcashJob, ZcashJob, ZcashSolution } from '@openlode/stratum/dialects/zcash/jobs';
import type { HeaderTemplate } from '../../domain/kernel/block-template.ts';
import { headerFeed } from './header-feed.ts';

/** The jobs of a chain of Equihash: the first 108 bytes of a header, field by field; a seal is the header with its nonce, and the solution. */
export const createZcashFeed = headerFeed<ZcashJob, OpenZcashJob>({
  family: 'zcash',
  openRegistry: plainJobs<HeaderTemplate, ZcashJob>,
  jobOf(_template, { work }) {
    const header = Buffer.from(work);
    return {
      version: header.readUInt32LE(0),
      previousHash: work.slice(4, 36),
      merkleRoot: work.slice(36, 68),
      commitments: work.slice(68, 100),
      time: header.readUInt32LE(100),
      bits: header.readUInt32LE(104),
    };
  },
  sealOf(solved) {
    const { header, solution } = solved as ZcashSolution;
    return new Uint8Array(Buffer.concat([header, solution]));
  },
});
