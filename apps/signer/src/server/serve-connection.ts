import type { Socket } from 'node:net';
import { LineBuffer } from '@openlode/signing/line-buffer';
import type { ServeLimits } from './serve-limits.ts';

const tooLarge = '{"ok":false,"reason":"too-large","why":"The line is too long."}\n';

/**
 * Answers the lines of one connection in their order. It reads no further while a line waits, answers one line in each turn of the event
 * loop, so that connections take turns, and waits for a client that does not read its answers.
 */
export function serveConnection(
  socket: Socket,
  answer: (line: string) => string | Promise<string>,
  { lineLengthMax, lineMs, idleMs }: ServeLimits,
): void {
  const buffer = new LineBuffer(lineLengthMax);
  const waiting: string[] = [];
  let isAnswering = false;
  /** The client has said all that it had to say. */
  let isEnded = false;
  let deadline: NodeJS.Timeout | undefined;

  async function answerNext(): Promise<void> {
    if (socket.destroyed) return;
    const line = waiting.shift();
    if (line === undefined) {
      isAnswering = false;
      if (buffer.isTooLong) socket.end(tooLarge, () => socket.destroy());
      else if (isEnded) socket.end();
      else socket.resume();
      return;
    }
    const response = await answer(line);
    if (socket.destroyed) return;
    if (socket.write(response)) setImmediate(answerSoon);
    else socket.once('drain', answerSoon);
  }

  function answerSoon(): void {
    void answerNext();
  }

  socket.setEncoding('utf8');
  socket.setTimeout(idleMs, () => socket.destroy());
  socket.on('close', () => clearTimeout(deadline));
  function begin(): void {
    if (isAnswering) return;
    isAnswering = true;
    socket.pause();
    setImmediate(answerSoon);
  }

  socket.on('end', () => {
    isEnded = true;
    begin();
  });
  socket.on('data', (chunk: string) => {
    const lines = buffer.push(chunk);
    waiting.push(...lines);
    if (lines.length > 0 || !buffer.isInside) {
      clearTimeout(deadline);
      deadline = undefined;
    }
    if (buffer.isInside) deadline ??= setTimeout(() => socket.destroy(), lineMs);
    if (waiting.length > 0 || buffer.isTooLong) begin();
  });
}
