import type { Registry } from 'prom-client';
import type { ListedSource } from '../../domain/views/listed-source.ts';
import { gauges } from './read-gauges.ts';

const labelNames = ['algorithm', 'source', 'place'] as const;
type Label = (typeof labelNames)[number];

/** Metrics of where the work of each algorithm comes from; `place` counts from 1 on, and what is 1 is what the operator wants first. */
export function observeSources(registers: Registry[], source: () => readonly ListedSource[]): void {
  const each = (name: string, help: string, figureOf: (listed: ListedSource) => number | undefined): void =>
    gauges<Label>(registers, { name, help, labelNames: [...labelNames] }, async () => {
      const places = new Map<string, number>();
      return source().flatMap((listed) => {
        const { algorithm } = listed;
        const place = (places.get(algorithm) ?? 0) + 1;
        places.set(algorithm, place);
        const value = figureOf(listed);
        const labels = { algorithm, source: listed.source, place: String(place) };
        return value === undefined ? [] : [[labels, value] as const];
      });
    });
  each('openlode_work_source', '1 while a source gives work of its algorithm', ({ hasWork }) =>
    Number(hasWork),
  );
  each(
    'openlode_work_source_used',
    '1 where miners of the algorithm are given its work, 0 elsewhere',
    ({ usedSince }) => Number(usedSince !== null),
  );
  each(
    'openlode_work_source_used_since_timestamp_seconds',
    'Since when they are; no sample for the others',
    ({ usedSince }) => (usedSince === null ? undefined : usedSince / 1000),
  );
}
