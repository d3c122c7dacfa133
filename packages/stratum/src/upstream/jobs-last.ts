import { openJobsMax } from '../core/jobs.ts';
import type { JobsLast } from './client-dialect.ts';

/**
 * Of networks whose blocks are a graph, where one that came a moment later is taken all the same. Miningcore keeps the last eight jobs of a
 * miner, as own work does; the bridges of Kaspa keep 32 or 300; Alephium's own pool keeps each for ten seconds.
 *
 * @see alephium/mining-pool lib/jobManager.js, onemorebsmith/kaspa-stratum-bridge, kaspanet/rusty-kaspa bridge/src/mining_state.rs
 */
export const jobsOfGraph: JobsLast = { followers: openJobsMax, ms: 10_000 };
