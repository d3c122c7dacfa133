import { Histogram, type Registry } from 'prom-client';

/** In seconds. */
const buckets = [0.01, 0.05, 0.2, 0.5, 1, 2, 5];
const everyMs = 250;

/**
 * How late a timer of this process is called, four times a second: what miners and pages wait before anything of theirs is read. The figures that
 * prom-client has of it begin again with each scrape, so that two that scrape take them from each other. Ends with the process.
 */
export function measureEventLoop(registers: Registry[], now: () => number = () => performance.now()): void {
  const delays = new Histogram({
    name: 'openlode_event_loop_delay_seconds',
    help: 'How late a timer was called that is due four times a second',
    buckets,
    registers,
  });
  let dueAt = now() + everyMs;
  const timer = setInterval(() => {
    const at = now();
    delays.observe(Math.max(0, at - dueAt) / 1000);
    dueAt = at + everyMs;
  }, everyMs);
  timer.unref();
}
