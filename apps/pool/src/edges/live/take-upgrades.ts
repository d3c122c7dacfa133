import { STATUS_CODES, type IncomingMessage, type Server as HttpServer } from 'node:http';
import type { Socket as TcpSocket } from 'node:net';
import type { Server as Engine } from 'engine.io';
import {
  exemptSocketPermit,
  type SocketPermit,
  type SocketPermits,
  type WiderNetwork,
} from './socket-permits.ts';

/** Whether a request for a WebSocket is admitted, and the client address that it counts for. */
export type UpgradeVerdict =
  | {
      readonly kind: 'admitted';
      readonly clientAddress: string;
      /** Networks around it that count as well; none where nothing is said. */
      readonly networks?: readonly WiderNetwork[];
      readonly isExempt: boolean;
    }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string };

/** Why a socket was refused or closed. */
export type LimitReason = 'sockets' | 'bytes' | 'messages';

/** The permit of the socket that a request became. */
export type PermitOf = (request: IncomingMessage) => SocketPermit | undefined;

const path = '/socket.io/';

/**
 * Takes the WebSocket requests of a server to an engine, counts each for its client address and closes those that send more than they may,
 * frames that the engine handles itself included. Answers the permit of each request's socket.
 */
export function takeUpgrades(
  server: HttpServer,
  engine: Engine,
  {
    permits,
    judge,
    onLimit,
  }: {
    readonly permits: SocketPermits;
    readonly judge: (request: IncomingMessage) => UpgradeVerdict;
    readonly onLimit: (reason: LimitReason) => void;
  },
): PermitOf {
  const permitOf = new WeakMap<IncomingMessage, SocketPermit>();

  server.on('upgrade', (request, stream, head) => {
    const socket = stream as TcpSocket;
    if (request.url?.startsWith(path) !== true) return refuse(socket, 404, 'There is nothing here');
    const verdict = judge(request);
    if (verdict.kind === 'refused') return refuse(socket, verdict.status, verdict.text);
    const { clientAddress, networks, isExempt } = verdict;
    const permit = isExempt ? exemptSocketPermit(clientAddress) : permits.admit(clientAddress, networks);
    if (permit === undefined) {
      onLimit('sockets');
      return refuse(socket, 429, 'Too many pages of your address are connected');
    }
    permitOf.set(request, permit);
    socket.once('close', () => permit.leave());
    engine.handleUpgrade(request, socket, head);
    if (!isExempt)
      socket.on('data', (part: Buffer) => {
        if (socket.destroyed || permit.takeBytes(part.length)) return;
        onLimit('bytes');
        socket.destroy();
      });
  });

  engine.on('connection', (page: EnginePage) => {
    const { request } = page;
    const permit = permitOf.get(request);
    page.on('packet', () => {
      if (permit === undefined || request.socket.destroyed || permit.takeMessage()) return;
      onLimit('messages');
      request.socket.destroy();
    });
  });

  return (request) => permitOf.get(request);
}

interface EnginePage {
  readonly request: IncomingMessage;
  on(event: 'packet', listener: () => void): void;
}

function refuse(socket: TcpSocket, status: number, text: string): void {
  const body = JSON.stringify({ success: false, msg: text, message: text });
  socket.on('error', () => socket.destroy());
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}
