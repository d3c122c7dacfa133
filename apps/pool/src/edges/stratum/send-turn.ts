/** Something that has text to write. */
export interface Flushable {
  flush(): void;
}

/**
 * Lets all writes of one turn of the event loop leave together: with pauses between them the receiving process falls asleep, and waking
 * it is what a write costs most.
 */
export class SendTurn {
  /** Called before anything is sent. */
  readonly beforeSend: () => void;
  #senders: Flushable[] = [];
  /** Whether the last turn had one sender. */
  #wasSingle = false;
  readonly #flushAll = (): void => {
    const senders = this.#senders;
    this.#senders = [];
    this.#wasSingle = senders.length === 1;
    for (const sender of senders) sender.flush();
  };

  constructor(beforeSend: () => void = () => undefined) {
    this.beforeSend = beforeSend;
  }

  /** Calls `flush` of the sender when everything that has arrived by now is read. */
  add(sender: Flushable): void {
    if (this.#senders.push(sender) !== 1) return;
    setImmediate(this.#flushAll);
    // Where turns have one message each, waiting for others only costs time.
    if (this.#wasSingle) sender.flush();
  }
}
