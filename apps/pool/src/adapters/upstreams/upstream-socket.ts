import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { LineFramer } from '@openlode/stratum/wire/line-framer';
import type { UpstreamAddress } from './upstream-address.ts';

/** The longest line that an upstream may send, bytes: sixteen jobs of Alephium with their transactions need tens of thousands. */
const lineBytesMax = 262_144;
/** What may wait for an upstream that does not read, bytes. */
const outgoingBytesMax = 1_048_576;
const connectMsMax = 10_000;
/** A connection on which nothing comes is tested by TCP itself after this, ms. */
const keepAliveMs = 30_000;

/** Why a connection is over, as far as the socket knows. */
export type SocketEnd =
  | { readonly kind: 'closed' }
  | { readonly kind: 'error'; readonly text: string }
  | { readonly kind: 'connect-timeout' }
  /** The certificate has another fingerprint than the one that was asked for. */
  | { readonly kind: 'wrong-certificate'; readonly fingerprint: string }
  | { readonly kind: 'line-too-long' }
  | { readonly kind: 'does-not-read' };

export interface SocketListener {
  /** Lines may be written from now on; a certificate has been judged. */
  onOpen(): void;
  onLine(line: string): void;
  /** Once, and nothing after it. */
  onEnd(end: SocketEnd): void;
}

/** The bytes of one connection to an upstream: lines in, lines out. */
export class UpstreamSocket {
  readonly #socket: Socket | TLSSocket;
  readonly #listener: SocketListener;
  readonly #framer = new LineFramer(decode, lineBytesMax);
  #isEnded = false;

  constructor(address: UpstreamAddress, listener: SocketListener, connectMs = connectMsMax) {
    this.#listener = listener;
    const { host, port, tls } = address;
    const socket =
      tls === undefined
        ? connectTcp({ host, port, noDelay: true })
        : connectTls({
            host,
            port,
            minVersion: 'TLSv1.2',
            ...(isIP(host) === 0 ? { servername: host } : {}),
            ...(tls.ca === undefined ? {} : { ca: tls.ca }),
            // A fingerprint says more than any authority.
            rejectUnauthorized: tls.fingerprint === undefined,
          });
    this.#socket = socket;
    const timer = setTimeout(() => this.#end({ kind: 'connect-timeout' }), connectMs);
    socket.setKeepAlive(true, keepAliveMs);
    socket.setNoDelay(true);
    socket.once(tls === undefined ? 'connect' : 'secureConnect', () => {
      clearTimeout(timer);
      if (this.#isEnded) return;
      const found = tls?.fingerprint === undefined ? undefined : fingerprintOf(socket as TLSSocket);
      if (found !== undefined && found !== tls?.fingerprint)
        this.#end({ kind: 'wrong-certificate', fingerprint: found });
      else listener.onOpen();
    });
    socket.on('data', (bytes: Uint8Array) => this.#read(bytes));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      this.#end({
        kind: 'error',
        text: error.message === '' ? (error.code ?? 'no connection') : error.message,
      });
    });
    socket.on('close', () => {
      clearTimeout(timer);
      this.#end({ kind: 'closed' });
    });
  }

  write(lines: readonly string[]): void {
    if (this.#isEnded || lines.length === 0) return;
    this.#socket.write(lines.join(''), 'utf8');
    if (this.#socket.writableLength > outgoingBytesMax) this.#end({ kind: 'does-not-read' });
  }

  /** Ends it without a word to the listener. */
  destroy(): void {
    this.#isEnded = true;
    this.#framer.stop();
    this.#socket.destroy();
  }

  #read(bytes: Uint8Array): void {
    if (this.#isEnded) return;
    const outcome = this.#framer.push(bytes, (line) => {
      if (line !== '') this.#listener.onLine(line);
    });
    if (outcome === 'too-long') this.#end({ kind: 'line-too-long' });
  }

  #end(end: SocketEnd): void {
    if (this.#isEnded) return;
    this.destroy();
    this.#listener.onEnd(end);
  }
}

/** Of the certificate that the other side has shown, in lower case; empty where it has shown none. */
function fingerprintOf(socket: TLSSocket): string {
  const certificate = socket.getPeerX509Certificate();
  return certificate?.fingerprint256.replaceAll(':', '').toLowerCase() ?? '';
}

function decode(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8');
}
