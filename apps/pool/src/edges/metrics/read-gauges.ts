import { Counter, Gauge, type Registry } from 'prom-client';

/** How long a scrape waits for a figure, ms: Prometheus gives a whole scrape ten seconds. */
const readWithinMs = 3000;

const unreadName = 'openlode_unread_figures_total';

/** A gauge that has no sample where there is no figure: neither a zero nor NaN would raise an alarm. */
export function gauge(
  registers: Registry[],
  name: string,
  help: string,
  read: () => number | undefined,
): void {
  const metric = new Gauge({
    name,
    help,
    registers: [],
    collect() {
      const value = read();
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
  for (const registry of registers) registry.registerMetric(metric);
}

/**
 * A gauge of a family that is read at each scrape. Where it cannot be read, or not in time, it has no sample, and is counted under its name:
 * all other figures are there, and those that tell of a database that is away are needed just then.
 */
export function gauges<Label extends string>(
  registers: Registry[],
  { name, help, labelNames }: { name: string; help: string; labelNames: readonly Label[] },
  read: () => Promise<Iterable<readonly [Record<Label, string>, number]>>,
): void {
  const readOnce = oneAtATime(read);
  const unread = registers.map(unreadFigures);
  const metric = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [],
    async collect() {
      const values = await inTime(readOnce());
      // Reset, one without labels would be 0.
      if (labelNames.length === 0) this.remove();
      else this.reset();
      if (values === undefined) for (const counter of unread) counter.inc({ metric: name });
      else for (const [labels, value] of values) this.set(labels, value);
    },
  });
  for (const registry of registers) registry.registerMetric(metric);
}

/** What has not answered yet is not asked again: a database that hangs would gather its questions, and metrics of one answer are of one look at each scrape. */
export function oneAtATime<Answer>(read: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<Answer> | undefined;
  return () =>
    (running ??= read().finally(() => {
      running = undefined;
    }));
}

/** Undefined where it fails, or takes longer than a scrape waits. */
async function inTime<Answer>(reading: Promise<Answer>): Promise<Answer | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), readWithinMs);
  });
  const answer = await Promise.race([reading.catch(() => undefined), late]);
  clearTimeout(timer);
  return answer;
}

/** One counter for all figures of a registry. */
function unreadFigures(registry: Registry): Counter<'metric'> {
  const known = registry.getSingleMetric(unreadName);
  if (known !== undefined) return known as Counter<'metric'>;
  return new Counter({
    name: unreadName,
    help: 'Figures that could not be read for a scrape, by the name of their metric: most likely the database did not answer',
    labelNames: ['metric'],
    registers: [registry],
  });
}
