import { plainJobs } from '@openlode/stratum/core/jobs';
import type {
  MoneroJob,
  MoneroSolution,
  OpenMoneroJob,
  WholeBlock,
} from '@openlode/stratum/dialects/monero/jobs';
import { poolSaltBytes } from '@openlode/stratum/dialects/monero/proxy-form';
import type { HeaderBlock, HeaderTemplate } from '../../domain/kernel/block-template.ts';
import { headerFeed } from './header-feed.ts';

/** The jobs of a chain of RandomX: a hashing blob each; a seal is the nonce. */
export const createMoneroFeed = headerFeed<MoneroJob, OpenMoneroJob>({
  family: 'monero',
  openRegistry: plainJobs<HeaderTemplate, MoneroJob>,
  jobOf(template, block) {
    const { chain, seeds } = template;
    if (seeds === undefined) throw new Error(`chain ${chain} names no seed`);
    return {
      blob: block.work,
      ...seeds,
      algorithm: 'rx/0',
      // Each session has blobs of its own.
      fixesNonceByte: false,
      blockHash: (nonce) => block.hashOf(nonce),
      whole: wholeOf(template, block),
    };
  },
  blockOf(template, block, solution) {
    const { extra } = solution as MoneroSolution;
    return extra === undefined ? block : withExtra(template, block, extra);
  },
  sealOf: (solution) => (solution as MoneroSolution).nonce,
});

function wholeOf(template: HeaderTemplate, block: HeaderBlock): WholeBlock | undefined {
  return (
    block.whole && {
      ...block.whole,
      blobWith: (extra) => withExtra(template, block, extra).work,
      blockHashWith: (extra, nonce) => withExtra(template, block, extra).hashOf(nonce),
    }
  );
}

/** The block with the bytes of a proxy behind the pool's. */
function withExtra(template: HeaderTemplate, { whole }: HeaderBlock, extra: Uint8Array): HeaderBlock {
  if (whole === undefined) throw new Error(`chain ${template.chain} gives no whole blocks`);
  const { bytes, saltAt } = whole;
  const salt = new Uint8Array(poolSaltBytes + extra.length);
  salt.set(bytes.subarray(saltAt, saltAt + poolSaltBytes));
  salt.set(extra, poolSaltBytes);
  return template.blockWith(salt);
}
