import { once } from 'node:events';
import { connect } from 'node:net';
import type { NetConnectOpts, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Numbers of 64 bits in a list, which JavaScript would round, become text. */
function quoteLongNumbers(line: string): string {
  return line.replace(/(?<=[[,])\d{16,20}(?=[,\]])/g, '"$&"');
}

/** A connection that carries one JSON value a line, both ways. */
export class JsonLines {
  readonly socket: Socket;
  /** Resolves when the connection is gone, at whichever end. */
  readonly closed: Promise<void>;

  private constructor(socket: Socket, onValue: (value: unknown) => void) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    // What follows an error is 'close', which is all that matters here.
    socket.on('error', () => undefined);
    socket.setNoDelay(true);
    socket.setEncoding('utf8');
    let rest = '';
    socket.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') onValue(JSON.parse(quoteLongNumbers(line)));
    });
  }

  /** Throws when nothing listens there. */
  static async connect(where: NetConnectOpts, onValue: (value: unknown) => void): Promise<JsonLines> {
    const socket = connect(where);
    await once(socket, 'connect');
    return new JsonLines(socket, onValue);
  }

  /** The same through TLS, trusting this one certificate (PEM); `any` is whichever the server shows, as mining programs do. */
  static async connectTls(
    where: { readonly host: string; readonly port: number; readonly ca: string },
    onValue: (value: unknown) => void,
  ): Promise<JsonLines> {
    const { host, port, ca } = where;
    const socket = connectTls({
      host,
      port,
      servername: 'localhost',
      ...(ca === 'any' ? { rejectUnauthorized: false } : { ca }),
    });
    await once(socket, 'secureConnect');
    return new JsonLines(socket, onValue);
  }

  send(value: unknown): void {
    if (!this.socket.destroyed) this.socket.write(`${JSON.stringify(value)}\n`);
  }

  async close(): Promise<void> {
    this.socket.destroy();
    await this.closed;
  }
}
