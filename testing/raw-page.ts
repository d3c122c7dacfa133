import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export interface RawPageOptions {
  readonly port: number;
  /** Of the upgrade request, for example `EIO=4&transport=websocket`. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** False for a page that gives no sign of life. */
  readonly answersPings?: boolean;
  /** Another server than Socket.IO's: a bare WebSocket, whose first message is not waited for. */
  readonly path?: string;
}

/**
 * A page's end of the live channel as bytes: it upgrades, writes whatever frames it is told to and keeps what it hears. It has no
 * opinion, so that a suite can be as rude as it likes, and it costs little, so that a benchmark can have ten thousand.
 */
export class RawPage {
  readonly socket: Socket;
  /** Text of each message, Engine.IO's digit first. */
  readonly heard: string[] = [];
  /** Of the upgrade; 101 where it was granted. */
  status = 0;
  isClosed = false;
  onText: ((text: string) => void) | undefined;
  #rest: Buffer = Buffer.alloc(0);
  readonly #answersPings: boolean;

  constructor({
    port,
    query = 'EIO=4&transport=websocket',
    headers = {},
    answersPings = true,
    path = '/socket.io/',
  }: RawPageOptions) {
    this.#answersPings = answersPings;
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      this.isClosed = true;
    });
    this.socket.on('data', (chunk: Buffer) => this.#take(chunk));
    const lines = [
      `GET ${path}?${query} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    this.socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  }

  /** Writes one text message. */
  send(text: string): void {
    this.#frame(1, Buffer.from(text));
  }

  sendBinary(bytes: Uint8Array): void {
    this.#frame(2, Buffer.from(bytes));
  }

  #frame(opcode: number, payload: Buffer): void {
    if (this.isClosed) return;
    const { length } = payload;
    const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
    head[0] = 0x80 | opcode;
    head[1] = 0x80 | (length < 126 ? length : length < 65_536 ? 126 : 127);
    if (head.length === 4) head.writeUInt16BE(length, 2);
    if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
    // A mask of zeros is a mask.
    this.socket.write(Buffer.concat([head, Buffer.alloc(4), payload]));
  }

  #take(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    if (this.status === 0) {
      const end = this.#rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      this.status = Number(this.#rest.toString('latin1', 9, 12));
      this.#rest = this.#rest.subarray(end + 4);
    }
    if (this.status !== 101) return;
    for (let text = this.#nextText(); text !== undefined; text = this.#nextText()) {
      if (text === '2' && this.#answersPings) this.send('3');
      if (this.onText === undefined) this.heard.push(text);
      else this.onText(text);
    }
  }

  /** The next whole frame; what is no text counts as empty text. */
  #nextText(): string | undefined {
    if (this.#rest.length < 2) return undefined;
    const short = (this.#rest[1] ?? 0) & 0x7f;
    const start = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (this.#rest.length < start) return undefined;
    const length =
      short < 126
        ? short
        : short === 126
          ? this.#rest.readUInt16BE(2)
          : Number(this.#rest.readBigUInt64BE(2));
    if (this.#rest.length < start + length) return undefined;
    const isText = ((this.#rest[0] ?? 0) & 0x0f) === 1;
    const text = isText ? this.#rest.toString('utf8', start, start + length) : '';
    this.#rest = this.#rest.subarray(start + length);
    return text;
  }
}
