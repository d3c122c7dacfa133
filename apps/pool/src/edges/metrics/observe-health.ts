import type { Registry } from 'prom-client';
import { gauges, oneAtATime } from './read-gauges.ts';

export interface HealthFigures {
  /** What the health of this process is made of. */
  health(): Promise<readonly { readonly name: string; readonly ready: boolean }[]>;
  /** What is free where the data directory is. */
  diskFreeBytes(): Promise<number>;
}

/** What `/health` says, for an alarm; and the room on the disk, which is an alarm before it is gone. */
export function observeHealth(registers: Registry[], source: HealthFigures): void {
  const checks = oneAtATime(() => source.health());
  gauges(
    registers,
    {
      name: 'openlode_ready',
      help: '1 while this process can do its work, 0 while /health answers 503',
      labelNames: [],
    },
    async () => [[{}, Number((await checks()).every(({ ready }) => ready))]],
  );
  gauges(
    registers,
    {
      name: 'openlode_health_check',
      help: '1 for each thing that /health looks at and that is well, 0 where it is not',
      labelNames: ['check'],
    },
    async () => (await checks()).map(({ name, ready }) => [{ check: name }, Number(ready)] as const),
  );
  gauges(
    registers,
    {
      name: 'openlode_data_free_bytes',
      help: 'Room that is left where the data directory is',
      labelNames: [],
    },
    async () => [[{}, await source.diskFreeBytes()]],
  );
}
