import type {
  ShareCounts as WireCounts,
  WorkerRejects as WireRejects,
} from '@openlode/contracts/http/account-rejects';
import type { ShareCounts, WorkerRejects } from '../../domain/views/read-rejects.ts';

export function presentRejects(workers: readonly WorkerRejects[]): WireRejects[] {
  return workers.map(({ algorithm, name, hour, day }) => ({
    algorithm,
    name,
    hour: wireCounts(hour),
    day: wireCounts(day),
  }));
}

function wireCounts({ accepted, rejected }: ShareCounts): WireCounts {
  const { stale, duplicate, malformed, 'low-difficulty': light } = rejected;
  return { accepted, rejected: { stale, duplicate, low_difficulty: light, malformed } };
}
