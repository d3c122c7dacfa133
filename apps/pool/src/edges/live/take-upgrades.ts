import { STATUS_CODES, type IncomingMessage, type Server as HttpServer } from 'node:http';
import type { Socket as TcpSocket } from 'node:net';
import type { Server as Engine } from 'engine.io';
import { freeVisit, type Visit, type Visits, type WiderNetwork } from './visits.ts';

/** Whether a request for a WebSocket may go on, and whom it counts for. */
export type UpgradeVerdict =
  | {
      readonly kind: 'admitted';
      readonly source: string;
      /** Networks around it that count as well; none where nothing is said. */
      readonly networks?: readonly WiderNetwork[];
      readonly isExempt: boolean;
    }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string };

/** Why a socket was not let in, or was closed. */
export type LimitReason = 'sockets' | 'bytes' | 'messages';

const path = '/socket.io/';

/**
 * Takes the WebSocket requests of a server to an engine, counts each for its source and closes those that send more than they may,
 * whatever it is: also frames that the engine never shows to anybody. Answers whose socket a request became.
 */
export function takeUpgrades(
  server: HttpServer,
  engine: Engine,
  {
    visits,
    judge,
    onLimit,
  }: {
    readonly visits: Visits;
    readonly judge: (request: IncomingMessage) => UpgradeVerdict;
    readonly onLimit: (reason: LimitReason) => void;
  },
): (request: IncomingMessage) => Visit | undefined {
  const visitors = new WeakMap<IncomingMessage, Visit>();

  server.on('upgrade', (request, stream, head) => {
    const socket = stream as TcpSocket;
    if (request.url?.startsWith(path) !== true) return refuse(socket, 404, 'There is nothing here');
    const verdict = judge(request);
    if (verdict.kind === 'refused') return refuse(socket, verdict.status, verdict.text);
    const { source, networks, isExempt } = verdict;
    const visit = isExempt ? freeVisit(source) : visits.admit(source, networks);
    if (visit === undefined) {
      onLimit('sockets');
      return refuse(socket, 429, 'Too many pages of your address are connected');
    }
    visitors.set(request, visit);
    socket.once('close', () => visit.leave());
    engine.handleUpgrade(request, socket, head);
    if (!isExempt)
      socket.on('data', (part: Buffer) => {
        if (socket.destroyed || visit.takeBytes(part.length)) return;
        onLimit('bytes');
        socket.destroy();
      });
  });

  engine.on('connection', (page: EnginePage) => {
    const { request } = page;
    const visit = visitors.get(request);
    page.on('packet', () => {
      if (visit === undefined || request.socket.destroyed || visit.takeMessage()) return;
      onLimit('messages');
      request.socket.destroy();
    });
  });

  return (request) => visitors.get(request);
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
