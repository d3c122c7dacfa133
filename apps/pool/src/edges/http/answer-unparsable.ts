import type { Socket } from 'node:net';
import type { Failure } from '@openlode/contracts/envelope';

/** Status line and sentence for what Node cannot read as HTTP, by the code of its error. */
const answers: Readonly<Record<string, readonly [status: string, text: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large'],
};

/** Answers a request that never becomes one: no route or hook hears of it, and the connection closes. */
export function answerUnparsable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const [status, text] = answers[error.code ?? ''] ?? ['400 Bad Request', 'This is not a valid HTTP request'];
  const failure: Failure = { success: false, msg: text, message: text };
  const body = JSON.stringify(failure);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
}
