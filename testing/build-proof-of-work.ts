import { buildTarget } from '../scripts/build/build-stale.ts';
import { proofOfWork } from '../scripts/build/targets.ts';

/** The suites of the verifiers run without a build before them. */
export async function setup(): Promise<void> {
  await buildTarget(proofOfWork);
}
