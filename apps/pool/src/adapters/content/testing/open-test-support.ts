import { openSupportCentre, type SupportCentre } from '../support-centre.ts';
import { startSearchWorker } from './start-search-worker.ts';
import { supportFacts } from './support-facts.ts';

/** The articles of the repository, on a deployment of the suite's. */
export function openTestSupport(): Promise<SupportCentre> {
  const folder = new URL('../../../../../../content/support/', import.meta.url);
  return openSupportCentre(folder, supportFacts, () => {}, startSearchWorker);
}
