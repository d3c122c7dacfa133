import type { Socket } from 'node:net';
import { giveJob } from '@openlode/stratum/give-job';
import type { OpenJob } from '@openlode/stratum/jobs';
import { createLineFramer, type DecodeText } from '@openlode/stratum/line-framer';
import { readMessage } from '@openlode/stratum/message';
import { requestRefusal } from '@openlode/stratum/refusal-text';
import { errorLine } from '@openlode/stratum/reply';
import { step } from '@openlode/stratum/session';
import {
  type DisconnectReason,
  type Effect,
  type FoundBlock,
  newSession,
  phaseOf,
  type SessionEnv,
  type SessionState,
} from '@openlode/stratum/session-state';

/** What the listener does for its connections. */
export interface ConnectionHost {
  /** The surroundings of a step that is taken now. */
  env(): SessionEnv;
  /** Everything but blocks and the end of the connection, which the connection sees to itself. */
  onEffect(effect: Effect, connection: MinerConnection): void;
  /** Resolves when the block is durable; rejects when that failed. */
  settleBlock(block: FoundBlock): Promise<void>;
  onDisconnect(
    reason: DisconnectReason | 'slow-reader' | 'fault',
    connection: MinerConnection,
    error?: unknown,
  ): void;
  readonly outgoingBytesMax: number;
}

export interface MinerConnection {
  readonly source: string;
  readonly authorized: boolean;
  giveJob(opened: OpenJob, line: Buffer): void;
  /** Counts a second of silence; answers how long the connection exists and how long it has been silent, in seconds. */
  tick(): { readonly age: number; readonly silent: number };
  readonly ending: boolean;
  /** Takes no more lines; an answer that is still held back is sent when it is due. */
  stopReading(): void;
  /** Closes once everything said has left. */
  close(): void;
  destroy(): void;
}

const decodeText: DecodeText = (bytes, from, to) => {
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString('utf8', from, to);
};

/**
 * One miner's socket around the pure session: bytes in, lines out. Messages are taken strictly in order; while a block
 * becomes durable, those behind it wait and nothing more is read. What one chunk makes us say leaves in one write.
 */
export function serveMiner(
  socket: Socket,
  extranonce1: number,
  source: string,
  host: ConnectionHost,
): MinerConnection {
  const framer = createLineFramer(decodeText);
  let state: SessionState = newSession(extranonce1);
  let outgoing = '';
  let waitingLines: string[] | undefined;
  let ending = false;
  let age = 0;
  let silent = 0;

  function takeLine(line: string): void {
    if (ending) return;
    if (waitingLines !== undefined) {
      waitingLines.push(line);
      return;
    }
    const result = step(state, readMessage(line), host.env());
    state = result.state;
    const [first] = result.effects;
    // A block's answer is held back until the block is durable, so it must not join what is already said.
    const block = result.effects.find((effect) => effect.kind === 'candidate');
    if (block === undefined) for (const reply of result.replies) outgoing += reply;
    if (first === undefined) return;
    for (const effect of result.effects) {
      if (effect.kind === 'disconnect') end(effect.reason);
      else if (effect.kind !== 'candidate') host.onEffect(effect, connection);
    }
    if (block !== undefined) void holdForBlock(block.block, result.replies, line);
  }

  async function holdForBlock(block: FoundBlock, replies: readonly string[], line: string): Promise<void> {
    waitingLines = [];
    say();
    socket.pause();
    let answer = replies.join('');
    try {
      await host.settleBlock(block);
    } catch {
      answer = errorLine(readMessage(line).id, 20, requestRefusal.blockNotStored);
    }
    const lines = waitingLines;
    waitingLines = undefined;
    outgoing += answer;
    guarded(() => {
      for (const next of lines) takeLine(next);
      say();
    });
    if (waitingLines === undefined && !ending) socket.resume();
  }

  function say(): void {
    if (outgoing === '') return;
    const text = outgoing;
    outgoing = '';
    write(text);
  }

  function write(data: string | Buffer): void {
    if (socket.destroyed || socket.writableEnded) return;
    const flowing = typeof data === 'string' ? socket.write(data, 'latin1') : socket.write(data);
    if (flowing) return;
    if (socket.writableLength > host.outgoingBytesMax) {
      host.onDisconnect('slow-reader', connection);
      socket.destroy();
    } else if (!socket.isPaused()) {
      // Who does not read our answers is not asked for more questions.
      socket.pause();
      socket.once('drain', () => {
        if (waitingLines === undefined && !ending) socket.resume();
      });
    }
  }

  function end(reason: DisconnectReason): void {
    if (ending) return;
    ending = true;
    host.onDisconnect(reason, connection);
    say();
    socket.end();
    socket.pause();
  }

  /** A fault of ours must cost one connection, never the pool. */
  function guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      host.onDisconnect('fault', connection, error);
      socket.destroy();
    }
  }

  socket.on('data', (chunk: Buffer) => {
    silent = 0;
    guarded(() => {
      if (framer.push(chunk, takeLine) === 'too-long') end('line-too-long');
      say();
    });
  });

  const connection: MinerConnection = {
    source,
    get authorized() {
      return phaseOf(state) === 'authorized';
    },
    get ending() {
      return ending;
    },
    giveJob(opened, line) {
      if (ending) return;
      const given = giveJob(state, opened, host.env());
      if (given === undefined) return;
      state = given.state;
      if (given.before.length > 0) write(given.before.join('') + opened.line);
      else write(line);
    },
    tick() {
      age += 1;
      silent += 1;
      return { age, silent };
    },
    stopReading() {
      ending = true;
      socket.pause();
    },
    close() {
      socket.destroySoon();
    },
    destroy() {
      socket.destroy();
    },
  };
  return connection;
}
