import type { Socket } from 'node:net';
import type { Login } from '@openlode/mining/user-string';
import type { Arrival } from '@openlode/stratum/core/arrival';
import { costOfWaste, type Violation } from '@openlode/stratum/core/ban-score';
import type { OpenJob } from '@openlode/stratum/core/jobs';
import { noTrust, trustAfterShare, trustAfterWaste } from '@openlode/stratum/core/share-trust';
import { type DecodeText, LineFramer } from '@openlode/stratum/wire/line-framer';
import { requestRefusal } from '@openlode/stratum/core/refusal-text';
import type { Grant } from '@openlode/stratum/core/session-state';
import type { ConnectionHost, EndReason, SessionConnection } from './connection-host.ts';
import type { SweptConnection } from './connection-sweep.ts';
import { ConnectionTimes } from './connection-times.ts';
import type { MovedConnection } from './move-miners.ts';
import { LineSender, type SenderOwner } from './line-sender.ts';
import type { ThrottledReader } from './read-queue.ts';
import { SessionRunner } from './session-runner.ts';
import type { SharedLine } from './shared-line.ts';
import type { ConnectionPermit } from './connection-permit.ts';
import { violationOfEnd } from './violations.ts';

const evictedText = 'Too many connections without an accepted share: this one made room for another';
const networkLimitText = 'Too many connections from your network: this one made room for another';

const decodeText: DecodeText = (bytes, from, to) => {
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString('utf8', from, to);
};

/**
 * One miner's socket: bytes in, lines out, its limits and its end. What the lines mean is decided by the session (see `SessionRunner`).
 * A class, because ten thousand of them idle at once and closures would weigh more.
 */
export class MinerConnection
  implements SessionConnection, SweptConnection, ThrottledReader, SenderOwner, MovedConnection
{
  readonly permit: ConnectionPermit;
  readonly times = new ConnectionTimes();
  readonly #socket: Socket;
  readonly #host: ConnectionHost;
  readonly #sender: LineSender;
  readonly #session: SessionRunner;
  readonly #framer = new LineFramer(decodeText);
  readonly #onLine = (line: string): void => this.takeLine(line);
  #ending = false;
  #isLeaving = false;
  #hasAcceptedShare = false;
  #trust = noTrust;
  /** Why the client address is banned, until the miner is told. */
  #banText: string | undefined;

  constructor(socket: Socket, extranonce1: number, permit: ConnectionPermit, host: ConnectionHost) {
    this.permit = permit;
    this.#socket = socket;
    this.#host = host;
    this.#sender = new LineSender(socket, this, host);
    this.#session = new SessionRunner(extranonce1, this, this.#sender, host);
    socket.on('data', (chunk: Buffer) => this.#takeChunk(chunk));
    // Bytes that the client address sent beyond its budget on other connections delay this one as well.
    if (!permit.read(0)) this.#throttle();
    permit.onEvict(() => this.dismiss('evicted', this.#hasAcceptedShare ? networkLimitText : evictedText));
  }

  get authorized(): boolean {
    return this.#session.authorized;
  }

  /** The number that keeps its work apart; changes when a session is resumed. */
  get extranonce1(): number {
    return this.#session.extranonce1;
  }

  /** What open jobs are worth under that number; none where the miner does not know it, or it was taken away. */
  get grants(): readonly Grant[] {
    return this.#session.grants;
  }

  get logins(): Iterable<Login> {
    return this.#session.logins;
  }

  get withdrawn(): boolean {
    return this.#session.withdrawn;
  }

  get hasAcceptedShare(): boolean {
    return this.#hasAcceptedShare;
  }

  get isTrusted(): boolean {
    return this.#trust > noTrust;
  }

  get ending(): boolean {
    return this.#ending;
  }

  get destroyed(): boolean {
    return this.#socket.destroyed;
  }

  /** A machine that mines, and may still be far too large for its difficulty: its shares come faster than they should. */
  get isSettling(): boolean {
    return this.#hasAcceptedShare && this.times.age < this.#host.settleSeconds;
  }

  /** Once a second. */
  tick(): void {
    this.times.tick(this.#framer.unfinished);
  }

  giveJob(opened: OpenJob, shared: SharedLine): void {
    this.#session.giveJob(opened, shared);
  }

  /** Takes its extranonce1 away; false where that cannot be done. See `SessionRunner`. */
  withdraw(): boolean {
    if (!this.#session.withdraw()) return false;
    this.times.silent = 0;
    return true;
  }

  /** Goes on with another extranonce1, from this job on. */
  renumber(extranonce1: number, opened: OpenJob, shared: SharedLine): void {
    this.#session.renumber(extranonce1, opened, shared);
  }

  enterSeat(): void {
    this.#host.enterSeat(this);
  }

  /** Whether another seat at another pool could be told to its miner. */
  get mayMove(): boolean {
    return this.#session.mayMove;
  }

  /** Takes a seat at another pool; false where the miner can only come again. */
  takeSeat(seat: unknown): boolean {
    return this.#ending || this.#session.takeSeat(seat);
  }

  /** Asks its miner to connect again, and serves it on until it does; false where its dialect has no such line. */
  askToReconnect(): boolean {
    const line = this.#session.reconnect;
    if (line === undefined || this.#ending) return false;
    this.#sender.add(line);
    this.#sender.flush();
    return true;
  }

  /** Reads no more of it, and closes it once everything that was read is answered. */
  letGo(): void {
    this.#isLeaving = true;
    this.#socket.pause();
    this.readOn();
  }

  /** Takes no more lines; an answer that is still held back is sent when it is due. */
  stopReading(): void {
    this.#ending = true;
    this.#socket.pause();
  }

  /** Closes once everything was sent. */
  close(): void {
    this.#sender.flush();
    this.#socket.destroySoon();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Closes it, after its bytes exceeded their budgets for too long. */
  closeForBytes(): void {
    this.#sender.add(this.#session.refusal(null, 20, requestRefusal.tooManyBytes));
    this.end('byte-flood');
  }

  /** Sends the reason, and closes. */
  dismiss(reason: 'banned' | 'no-share' | 'no-work' | 'expelled' | 'evicted', text: string): void {
    this.#sender.add(this.#session.notice(text) + this.#session.refusal(null, 24, text));
    this.end(reason);
  }

  closeIfBanned(): void {
    if (this.#banText !== undefined) this.dismiss('banned', this.#banText);
  }

  recordViolation(violation: Violation, cost?: number): void {
    const text = this.permit.recordViolation(violation, cost);
    if (text !== undefined && !this.#ending) this.#banText = text;
  }

  onShareAccepted(): void {
    this.#hasAcceptedShare = true;
    this.#trust = trustAfterShare(this.#trust);
    this.#host.onTrust(this);
    this.permit.creditShare();
  }

  onShareWasted(violation: Violation): void {
    this.#trust = trustAfterWaste(this.#trust);
    this.#host.onTrust(this);
    this.recordViolation(violation, costOfWaste(violation, this.#host.msPerShare));
  }

  takeLine(line: string, arrival?: Arrival): void {
    if (this.#ending) return;
    this.times.lineAge = 0;
    this.#session.takeLine(line, arrival);
  }

  pauseReading(): void {
    this.#socket.pause();
  }

  readOn(): void {
    if (this.#isLeaving) this.#readOut();
    if (!this.#session.isHeld && !this.#ending && !this.times.isThrottled) this.#socket.resume();
  }

  /** Reads what arrived while the socket was paused, up to the next message that must wait for its answer; ends the connection when all is read. */
  #readOut(): void {
    while (!this.#session.isHeld && !this.#ending) {
      if (this.#socket.read() === null) this.end('moved');
    }
  }

  tryToRead(): boolean {
    if (this.destroyed || this.#ending) return true;
    if (!this.permit.mayReadOn()) return false;
    this.times.isThrottled = false;
    this.readOn();
    return true;
  }

  onDrained(): void {
    this.readOn();
  }

  onSlowReader(): void {
    this.#host.onDisconnect('slow-reader', this);
  }

  onSendFault(error: unknown): void {
    this.fail(error);
  }

  end(reason: EndReason): void {
    if (this.#ending) return;
    const violation = violationOfEnd[reason];
    const isForgiven = reason === 'byte-flood' && this.isSettling;
    if (violation !== undefined && !isForgiven) this.recordViolation(violation);
    this.#ending = true;
    this.#framer.stop();
    this.#host.onDisconnect(reason, this);
    this.#sender.flush();
    this.#socket.end();
    this.#socket.pause();
  }

  /** A fault of ours must cost one connection, never the pool. */
  guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.fail(error);
    }
  }

  fail(error: unknown): void {
    this.#host.onDisconnect('fault', this, error);
    this.#socket.destroy();
  }

  #takeChunk(chunk: Buffer): void {
    this.times.silent = 0;
    if (this.#ending) return;
    this.#sender.begin();
    this.guard(() => {
      if (!this.permit.read(chunk.length)) this.#throttle();
      if (this.#framer.push(chunk, this.#onLine) === 'too-long' && !this.#ending) {
        this.#sender.add(this.#session.refusal(null, 20, requestRefusal.lineTooLong));
        this.end('line-too-long');
      }
      this.#sender.schedule(this.#session.isHeld);
    });
  }

  /** What the miner sends meanwhile stays in the buffers of TCP, and at last with the miner. */
  #throttle(): void {
    if (this.times.isThrottled) return;
    if (this.times.throttle()) this.#host.onThrottled(this);
    this.#socket.pause();
    this.#host.readQueue.enter(this);
  }
}
