import { hexOfBytes } from '../../wire/hex.ts';
import { type MoneroJob, type MoneroSolution, nonceAt, type RandomxInput, type WholeBlock } from './jobs.ts';

/** Of the bytes that no other job has, these are the pool's; four more are of a machine of the proxy's, and four of the proxy. */
export const poolSaltBytes = 8;
const machineAt = poolSaltBytes;
const proxyAt = poolSaltBytes + 4;

/** Whether a program works on whole blocks: it would end with a fault over a job without one. */
export function asksForBlocks(agent: unknown): boolean {
  return typeof agent === 'string' && agent.startsWith('xmr-node-proxy/');
}

/** Where the proxy finds what in a block. */
export function blockFields({ bytes, saltAt }: WholeBlock): Readonly<Record<string, unknown>> {
  return {
    blocktemplate_blob: hexOfBytes(bytes),
    reserved_offset: saltAt,
    client_nonce_offset: saltAt + machineAt,
    client_pool_offset: saltAt + proxyAt,
  };
}

/** What the proxy has put into the block of a share, as its numbers say; undefined where they are none. */
export function extraOf({
  workerNonce,
  poolNonce,
}: Readonly<Record<string, unknown>>): Uint8Array | undefined {
  if (!isUint32(workerNonce) || !isUint32(poolNonce)) return undefined;
  const extra = new Uint8Array(8);
  const view = new DataView(extra.buffer);
  view.setUint32(0, workerNonce);
  view.setUint32(4, poolNonce);
  return extra;
}

function isUint32(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffffffff;
}

/** What the verifier is given of a share. */
export function inputOf(
  { blob, whole, seedHash, algorithm }: MoneroJob,
  { nonce, extra }: MoneroSolution,
): RandomxInput {
  const filled = (own: Uint8Array): Uint8Array => {
    const copy = own.slice();
    copy.set(nonce, nonceAt);
    return copy;
  };
  if (whole === undefined || extra === undefined) return { blob: filled(blob), seedHash, algorithm };
  return {
    get blob() {
      return filled(whole.blobWith(extra));
    },
    seedHash,
    algorithm,
  };
}

/** The hash of the block that a share found, as explorers print it. */
export function blockHashOf(job: MoneroJob, { nonce, extra }: MoneroSolution): string {
  const { whole } = job;
  return whole === undefined || extra === undefined
    ? job.blockHash(nonce)
    : whole.blockHashWith(extra, nonce);
}
