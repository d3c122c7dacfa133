import type { OwnJob } from '../../core/own-jobs.ts';
import type { RejectReason } from '../../core/session-state.ts';
import type { RelayedShareInput } from '../../upstream/relayed-share.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import type { EthereumFound } from './ethereum-client.ts';
import type { EthereumEnv, RelayedPart } from './ethereum-state.ts';
import type { EthashInput, OpenEthereumJob } from './jobs.ts';
import type { OpenRelayedEthereumJob } from './relayed-job.ts';

/** What is handed on of a share of relayed work. */
export interface RelayedEthereumInput extends RelayedShareInput<EthereumFound> {
  readonly ethash: EthashInput;
}

/** The same of a share that is right in form; or why it cannot be. `nonce`: 16 digits. */
export function relayedInput(
  { seat }: RelayedPart,
  { opened, target }: OwnJob<OpenEthereumJob>,
  { nonce, mix }: { readonly nonce: string; readonly mix: Uint8Array | undefined },
  { accepting }: Pick<EthereumEnv, 'accepting'>,
): RelayedEthereumInput | RejectReason {
  const job = opened as OpenRelayedEthereumJob;
  if (seat === undefined) return 'stale';
  if (!accepting) return 'not-recording';
  // The other pool wants a mix, which then no one here has calculated.
  if (mix === undefined && !job.verifies) return 'unverifiable';
  const { headerHash, height } = job.job;
  const free = nonce.toLowerCase();
  return {
    seat,
    job,
    found: { free, mix: mix === undefined ? '' : hexOfBytes(mix) },
    target,
    ethash: { headerHash, nonce: BigInt(`0x${free}`), height, mix, limit: job.limit },
  };
}
