/** One message of a publisher: its topic, and what follows. */
export type ZmtpMessage = readonly Buffer[];

/** The publisher does not speak ZMTP 3 without encryption, or sends what no publisher sends. */
class UnreadableStream extends Error {
  override readonly name = 'UnreadableStream';
}

const greetingBytes = 64;
/** A frame is a hash or a number; the longest that a node publishes by that name is some kilobytes. */
const frameBytesMax = 2 ** 20;
const framesMax = 16;
const isMore = 1;
const isLong = 2;
const isCommand = 4;

/** What a subscriber sends first: the signature, version 3.0, the mechanism NULL (no encryption, no login), not as a server. */
export function greeting(): Buffer {
  const bytes = Buffer.alloc(greetingBytes);
  bytes.set([0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 3, 0]);
  bytes.write('NULL', 12, 'latin1');
  return bytes;
}

/** The command by which a subscriber says what it is. */
export function ready(): Buffer {
  const property = (name: string, value: string): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(value.length);
    return Buffer.concat([Buffer.of(name.length), Buffer.from(name), size, Buffer.from(value)]);
  };
  const body = Buffer.concat([
    Buffer.from('\x05READY', 'latin1'),
    property('Socket-Type', 'SUB'),
    property('Identity', ''),
  ]);
  return Buffer.concat([Buffer.of(isCommand, body.length), body]);
}

/** The message by which a subscriber asks for a topic. */
export function subscription(topic: string): Buffer {
  return Buffer.concat([Buffer.of(0, topic.length + 1, 1), Buffer.from(topic, 'latin1')]);
}

/**
 * Reads what a publisher sends (ZMTP 3.0 with the mechanism NULL), in pieces of any size.
 *
 * @see https://rfc.zeromq.org/spec/23/
 */
export class ZmtpReader {
  #rest = Buffer.alloc(0);
  #isGreeted = false;
  #frames: Buffer[] = [];

  /** Whether the publisher's greeting is there: it wants to hear who asks. */
  get isGreeted(): boolean {
    return this.#isGreeted;
  }

  /**
   * The messages that these bytes complete, and whether the publisher has said now that it is ready.
   *
   * @throws UnreadableStream
   */
  read(bytes: Buffer): { readonly messages: readonly ZmtpMessage[]; readonly isReady: boolean } {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const messages: ZmtpMessage[] = [];
    let isReady = false;
    if (!this.#isGreeted && !this.#readGreeting()) return { messages, isReady };
    for (;;) {
      const frame = this.#takeFrame();
      if (frame === undefined) return { messages, isReady };
      if ((frame.flags & isCommand) !== 0) {
        isReady ||= frame.body.subarray(0, 6).toString('latin1') === '\x05READY';
        continue;
      }
      this.#frames.push(Buffer.from(frame.body));
      if (this.#frames.length > framesMax) throw new UnreadableStream('a message has too many parts');
      if ((frame.flags & isMore) !== 0) continue;
      messages.push(this.#frames);
      this.#frames = [];
    }
  }

  #readGreeting(): boolean {
    const { length } = this.#rest;
    // One that is no publisher at all is known by its first bytes.
    if (length > 0 && this.#rest[0] !== 0xff) throw new UnreadableStream('no publisher of ZeroMQ is there');
    if (length < greetingBytes) return false;
    const major = this.#rest[10] ?? 0;
    const mechanism = this.#rest.subarray(12, 32).toString('latin1').replaceAll('\0', '');
    if (this.#rest[9] !== 0x7f || major < 3) throw new UnreadableStream('the publisher speaks no ZMTP 3');
    if (mechanism !== 'NULL') throw new UnreadableStream(`the publisher asks for ${mechanism}`);
    this.#rest = this.#rest.subarray(greetingBytes);
    this.#isGreeted = true;
    return true;
  }

  #takeFrame(): { readonly flags: number; readonly body: Buffer } | undefined {
    const rest = this.#rest;
    const flags = rest[0];
    if (flags === undefined) return undefined;
    if (flags > 7) throw new UnreadableStream('a frame has unknown flags');
    const headBytes = (flags & isLong) === 0 ? 2 : 9;
    if (rest.length < headBytes) return undefined;
    const size = headBytes === 2 ? BigInt(rest.readUInt8(1)) : rest.readBigUInt64BE(1);
    if (size > frameBytesMax) throw new UnreadableStream(`a frame of ${size} bytes is too long`);
    const end = headBytes + Number(size);
    if (rest.length < end) return undefined;
    this.#rest = rest.subarray(end);
    return { flags, body: rest.subarray(headBytes, end) };
  }
}
