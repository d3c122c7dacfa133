import type { Config } from '../../config.ts';
import type { ListedSource } from '../../domain/views/listed-source.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import { connectPool } from '../processes/connect-pool.ts';
import { warning, well } from './diagnosis.ts';

/** Which source of work miners are given now, by the word of the running pool. */
export async function checkSources(
  config: Pick<Config, 'dataDirectory' | 'stratumProcesses' | 'nodePool'>,
  runs: boolean,
): Promise<Diagnosis[]> {
  if (!runs || config.nodePool === undefined) return [];
  const admin = await connectPool(config).catch(() => undefined);
  if (admin === undefined) return [];
  try {
    const answer = await admin.ask({ do: 'work sources', input: {}, actor: 'doctor' });
    return judgeSources(answer as readonly ListedSource[]);
  } catch (error) {
    const fault = `the pool does not say where its work comes from: ${(error as Error).message}`;
    return [warning('work', fault, 'Ask openlode work sources.')];
  } finally {
    admin.close();
  }
}

/** One line for each algorithm: that what comes first gives its work, or what does instead, since when and why; or that nothing does. */
export function judgeSources(sources: readonly ListedSource[]): Diagnosis[] {
  return [...new Set(sources.map(({ algorithm }) => algorithm))].map((algorithm) => {
    const all = sources.filter((each) => each.algorithm === algorithm);
    const used = all.find(({ usedSince }) => usedSince !== null);
    const [first] = all;
    const subject = `work of ${algorithm}`;
    if (!all.some(({ hasWork }) => hasWork))
      return warning(
        subject,
        `none of ${all.map(({ source }) => source).join(', ')} gives any: after half a minute miners are let go`,
        'See what is said here of each node and each upstream.',
      );
    if (used === undefined || used === first)
      return first?.hasWork === true
        ? well(subject, `${first.source} gives it`)
        : warning(
            subject,
            `${first?.source} gives none now, and its miners wait for it`,
            'The next one that gives some takes its place within half a minute.',
          );
    const since = new Date(used.usedSince ?? 0).toISOString();
    return warning(
      subject,
      `${used.source} gives it since ${since}, and not ${first?.source}${used.why === 'lost' ? ', which gave none' : ''}`,
      `Its shares are paid by what ${used.source} pays. Miners go back by themselves when one that comes before has given work for five minutes, or for up to an hour where it was lost again and again.`,
    );
  });
}
