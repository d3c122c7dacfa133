import type { LiveEvent } from '../../domain/kernel/publisher.ts';

/** Events of one transaction leave together with those that follow at once. */
const sendAfterMs = 20;
/** Shares arrive all the time, and watchers see their sum once a second anyway. */
const workedEveryMs = 1000;
const eventsMax = 50_000;

/** Events that wait to be sent to other processes. Of the shares of one miner only the last in a second is kept. */
export class RelayOutbox {
  readonly #send: () => void;
  #events: LiveEvent[] = [];
  readonly #worked = new Map<string, LiveEvent>();
  #sendTimer: NodeJS.Timeout | undefined;
  #workedTimer: NodeJS.Timeout | undefined;

  /** `send` is called when events should be taken. */
  constructor(send: () => void) {
    this.#send = send;
  }

  get isEmpty(): boolean {
    return this.#events.length === 0;
  }

  /** More wait than are worth sending. */
  get isOverfull(): boolean {
    return this.#events.length > eventsMax;
  }

  add(events: readonly LiveEvent[]): void {
    for (const event of events) {
      if (event.kind === 'miner-worked') this.#worked.set(event.uuid, event);
      else this.#events.push(event);
    }
    if (!this.isEmpty) this.sendSoon();
    if (this.#worked.size > 0)
      this.#workedTimer ??= setTimeout(() => this.#sendWorked(), workedEveryMs).unref();
  }

  sendSoon(): void {
    this.#sendTimer ??= setTimeout(() => {
      this.#sendTimer = undefined;
      this.#send();
    }, sendAfterMs).unref();
  }

  /** Empties it. */
  take(): readonly LiveEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** Ends the timers; everything that waits is left for `take`. */
  close(): void {
    clearTimeout(this.#sendTimer);
    clearTimeout(this.#workedTimer);
    this.#moveWorked();
  }

  #sendWorked(): void {
    this.#workedTimer = undefined;
    this.#moveWorked();
    this.sendSoon();
  }

  #moveWorked(): void {
    this.#events.push(...this.#worked.values());
    this.#worked.clear();
  }
}
