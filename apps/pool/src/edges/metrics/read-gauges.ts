import { Gauge, type Registry } from 'prom-client';

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

/** A gauge of a family that is read at each scrape. */
export function gauges<Label extends string>(
  registers: Registry[],
  { name, help, labelNames }: { name: string; help: string; labelNames: readonly Label[] },
  read: () => Promise<Iterable<readonly [Record<Label, string>, number]>>,
): void {
  const metric = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [],
    async collect() {
      const values = await read();
      this.reset();
      for (const [labels, value] of values) this.set(labels, value);
    },
  });
  for (const registry of registers) registry.registerMetric(metric);
}
