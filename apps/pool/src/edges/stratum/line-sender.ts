import type { Socket } from 'node:net';
import type { AnswerTimes } from './answer-times.ts';
import type { Flushable, SendTurn } from './send-turn.ts';

/** The connection whose lines are sent. */
export interface SenderOwner {
  /** The socket took what waited: reading may go on. */
  onDrained(): void;
  /** More waits for the miner than may. */
  onSlowReader(): void;
  onSendFault(error: unknown): void;
}

export interface SenderOptions {
  readonly sendTurn: SendTurn;
  readonly answerTimes: AnswerTimes;
  /** Bytes that may wait for a miner that does not read. */
  readonly outgoingBytesMax: number;
}

/** The outgoing lines of one socket. Everything that one chunk of input causes leaves in one write. */
export class LineSender implements Flushable {
  readonly #socket: Socket;
  readonly #owner: SenderOwner;
  readonly #options: SenderOptions;
  #text = '';
  #isScheduled = false;

  constructor(socket: Socket, owner: SenderOwner, options: SenderOptions) {
    this.#socket = socket;
    this.#owner = owner;
    this.#options = options;
  }

  /** Something of the miner was read; what becomes of it is written by `schedule` or `flush`. */
  begin(): void {
    this.#options.answerTimes.begin(this);
  }

  /** Adds lines to the next write. */
  add(text: string): void {
    this.#text += text;
  }

  /** Writes at the end of this turn of the event loop. `isHeld`: an answer to what was read comes later. */
  schedule(isHeld = false): void {
    if (this.#text === '' && !isHeld) this.#options.answerTimes.cancel(this);
    if (this.#text === '' || this.#isScheduled) return;
    this.#isScheduled = true;
    this.#options.sendTurn.add(this);
  }

  /** Writes now. */
  flush(): void {
    this.#isScheduled = false;
    if (this.#text === '') return;
    const text = this.#text;
    this.#text = '';
    try {
      this.#options.sendTurn.beforeSend();
      this.write(text);
      this.#options.answerTimes.end(this);
    } catch (error) {
      this.#owner.onSendFault(error);
    }
  }

  write(data: string | Buffer): void {
    const socket = this.#socket;
    if (socket.destroyed || socket.writableEnded) return;
    const flowing = typeof data === 'string' ? socket.write(data, 'latin1') : socket.write(data);
    if (flowing) return;
    if (socket.writableLength > this.#options.outgoingBytesMax) {
      this.#owner.onSlowReader();
      socket.destroy();
    } else if (!socket.isPaused()) {
      // A miner that does not read our answers is not read either.
      socket.pause();
      socket.once('drain', () => this.#owner.onDrained());
    }
  }
}
