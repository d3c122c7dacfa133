import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Socket } from 'node:net';
import { until } from './listener-kit.ts';

/** What one miner and the pool said to each other, word for word. */
export class Conversation {
  /** `> ` the miner, `< ` the pool; what is in brackets is a comment. */
  readonly log: string[] = [];
  readonly #heard: string[] = [];
  readonly #socket: Socket;
  #taken = 0;
  #isClosed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    let rest = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      this.#heard.push(...parts);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#isClosed = true;
    });
  }

  /** Through TLS where a certificate is given. */
  static async open(port: number, ca?: string): Promise<Conversation> {
    const to = { port, host: '127.0.0.1' };
    const socket = ca === undefined ? connect(to) : connectTls({ ...to, ca, servername: 'localhost' });
    const conversation = new Conversation(socket);
    await new Promise<void>((resolve) => {
      socket.once(ca === undefined ? 'connect' : 'secureConnect', resolve);
      socket.once('close', () => resolve());
    });
    return conversation;
  }

  get extranonce1(): number {
    const [, number = '0'] = /\]\],"([0-9a-f]{8})",4\]/.exec(this.#heard.join('\n')) ?? [];
    return Number.parseInt(number, 16);
  }

  /** Sends a line and waits for a number of the pool's. */
  async say(message: object, answers: number): Promise<void> {
    this.tell(message);
    await this.hear(answers);
  }

  tell(message: object): void {
    const text = JSON.stringify(message);
    this.log.push(`> ${text}`);
    this.#socket.write(`${text}\n`);
  }

  async hear(count: number): Promise<void> {
    await until(() => this.#heard.length >= this.#taken + count || this.#isClosed);
    for (const line of this.#heard.slice(this.#taken, this.#taken + count)) this.log.push(`< ${line}`);
    this.#taken += count;
  }

  /** Says one thing many times and keeps the last that the pool says before it closes. */
  async insist(message: object, times: number): Promise<void> {
    this.log.push(`> ${JSON.stringify(message)}`, `(and so on, ${times} times)`);
    for (let count = 0; count < times; count++) this.#socket.write(`${JSON.stringify(message)}\n`);
    await until(() => this.#isClosed);
    this.log.push(`< ${this.#heard[this.#taken] ?? ''}`, '(and so on)');
    for (const line of this.#heard.slice(-2)) this.log.push(`< ${line}`);
    this.log.push(closing);
  }

  async ends(): Promise<void> {
    await until(() => this.#isClosed);
    for (const line of this.#heard.slice(this.#taken)) this.log.push(`< ${line}`);
    this.log.push(closing);
  }

  hangUp(): void {
    this.#socket.destroy();
  }
}

const closing = '(the pool closes the connection)';
