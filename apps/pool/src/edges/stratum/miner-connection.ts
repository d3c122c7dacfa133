import type { Socket } from 'node:net';
import type { Login } from '@openlode/mining/user-string';
import { isFull } from '@openlode/stratum/authorize';
import { giveJob } from '@openlode/stratum/give-job';
import type { OpenJob } from '@openlode/stratum/jobs';
import { type DecodeText, LineFramer } from '@openlode/stratum/line-framer';
import { type Message, readMessage } from '@openlode/stratum/message';
import type { Violation } from '@openlode/stratum/ban-score';
import { requestRefusal } from '@openlode/stratum/refusal-text';
import { errorLine, notificationLine } from '@openlode/stratum/reply';
import { step } from '@openlode/stratum/session';
import {
  type DisconnectReason,
  type Effect,
  type FoundBlock,
  type Grant,
  newSession,
  type PortRules,
  phaseOf,
  type ProvingShare,
  type SessionEnv,
  type SessionState,
  type Step,
} from '@openlode/stratum/session-state';
import { settleProof } from '@openlode/stratum/submit';
import { withdrawExtranonce } from '@openlode/stratum/withdraw-extranonce';
import { violationOfEnd, violationOfRefusal, violationOfReject } from './violations.ts';
import type { ReadQueue, ThrottledReader } from './read-queue.ts';
import type { MessageClass, ConnectionPermit } from './source-gate.ts';

/** Why a connection ended, beyond what the session itself decides. */
export type EndReason =
  | DisconnectReason
  | 'slow-reader'
  | 'slow-line'
  | 'byte-flood'
  | 'evicted'
  | 'fault'
  | 'banned'
  | 'no-share'
  | 'expelled'
  | 'database-away';

/** What the listener does for its connections. */
export interface ConnectionHost {
  /** The surroundings of a step that is taken now. */
  env(speaker: MinerConnection): SessionEnv;
  /** Everything but blocks and the end of the connection, which the connection sees to itself. */
  onEffect(effect: Effect, connection: MinerConnection): void;
  /** Work before a login can be judged; undefined where it can be judged at once. */
  prepareLogin(text: string): Promise<void> | undefined;
  /** The proof-of-work hash of a header, for algorithms that reckon it elsewhere. */
  prove(header: Uint8Array): Promise<Uint8Array>;
  /** Resolves when the block is durable; rejects when that failed. */
  settleBlock(block: FoundBlock): Promise<void>;
  /** Calls `speak` of a connection when all that has come in by now is read. */
  sendSoon(connection: MinerConnection): void;
  onDisconnect(reason: EndReason, connection: MinerConnection, error?: unknown): void;
  /** Its socket is not read for a while, because of its bytes; once for each time that it was read freely before. */
  onThrottled(connection: MinerConnection): void;
  readonly readQueue: ReadQueue;
  readonly outgoingBytesMax: number;
  readonly rules: PortRules;
  /** Seconds in which difficulty finds its place; until then shares that come too fast are nobody's fault. */
  readonly settleSeconds: number;
}

const evictedText = 'Too many connections without an accepted share: this one made room for another';
const networkLimitText = 'Too many connections from your network: this one made room for another';

const decodeText: DecodeText = (bytes, from, to) => {
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString('utf8', from, to);
};

/**
 * One miner's socket around the pure session: bytes in, lines out. Messages are taken strictly in order; while a block
 * becomes durable, those behind it wait and nothing more is read. What one chunk makes us say leaves in one write, and all
 * writes of a turn of the event loop leave together: between two of them the other end would fall asleep, and waking it
 * is what a write costs most.
 * A class, because ten thousand of them idle at once and closures would weigh more.
 */
export class MinerConnection implements ThrottledReader {
  readonly permit: ConnectionPermit;
  readonly #socket: Socket;
  readonly #host: ConnectionHost;
  readonly #framer = new LineFramer(decodeText);
  readonly #onLine = (line: string): void => this.#takeLine(line);
  #state: SessionState;
  #outgoing = '';
  #speaksSoon = false;
  #waitingLines: string[] | undefined;
  /** Whether it waits for another extranonce1. */
  #withdrawn = false;
  #ending = false;
  #age = 0;
  #silent = 0;
  /** Seconds since a line began that has not ended. */
  #lineAge = 0;
  /** Whether it waits until its budgets of bytes have room again. */
  #isThrottled = false;
  /** Whether it did at any moment since the last tick. */
  #wasThrottled = false;
  #throttledFor = 0;
  #proved = false;
  /** Why the source is banned, until that is said. */
  #dismissal: string | undefined;

  constructor(socket: Socket, extranonce1: number, permit: ConnectionPermit, host: ConnectionHost) {
    this.permit = permit;
    this.#socket = socket;
    this.#host = host;
    this.#state = newSession(extranonce1);
    socket.on('data', (chunk: Buffer) => this.#takeChunk(chunk));
    // What the source read too much on other connections is waited for on this one as well.
    if (!permit.read(0)) this.#throttle();
    permit.onEvict(() => this.dismiss('evicted', this.#proved ? networkLimitText : evictedText));
  }

  get authorized(): boolean {
    return phaseOf(this.#state) === 'authorized';
  }

  /** The number that keeps its work apart; changes when a session is resumed. */
  get extranonce1(): number {
    return this.#state.extranonce1;
  }

  /** What open jobs are worth under that number; none where it was not told, or was taken away. */
  get grants(): readonly Grant[] {
    return this.#withdrawn ? [] : this.#state.grants;
  }

  /** The workers that it mines for. */
  get logins(): Iterable<Login> {
    return this.#state.workers.values();
  }

  /** Whether a share of it was ever accepted. */
  get proved(): boolean {
    return this.#proved;
  }

  get ending(): boolean {
    return this.#ending;
  }

  /** Seconds since the connection came, as counted by `tick`; those in which it was not read are not its own. */
  get age(): number {
    return this.#age;
  }

  /** Seconds since its last bytes. */
  get silent(): number {
    return this.#silent;
  }

  /** Seconds that its unfinished line has been waiting for its end. */
  get lineAge(): number {
    return this.#lineAge;
  }

  /** Seconds that its bytes have been too many in, one after the other. */
  get throttledFor(): number {
    return this.#throttledFor;
  }

  tick(): void {
    this.#throttledFor = this.#wasThrottled ? this.#throttledFor + 1 : 0;
    this.#wasThrottled = this.#isThrottled;
    if (this.#isThrottled) return;
    this.#age += 1;
    this.#silent += 1;
    this.#lineAge = this.#framer.unfinished ? this.#lineAge + 1 : 0;
  }

  /** Its bytes were too many for too long. */
  closeForBytes(): void {
    this.#outgoing += errorLine(null, 20, requestRefusal.tooManyBytes);
    this.#end('byte-flood');
  }

  /** `line` holds the bytes of the job's own line, the same for all miners. */
  giveJob(opened: OpenJob, line: Buffer): void {
    if (this.#ending || this.#withdrawn) return;
    const given = giveJob(this.#state, opened, this.#host.env(this));
    if (given === undefined) return;
    this.#state = given.state;
    if (!given.isSent) return;
    this.flush();
    if (given.before.length > 0) this.#write(given.before.join('') + opened.line);
    else this.#write(line);
  }

  /**
   * Nobody may use its extranonce1 any more. True where it waits for another one, and answers nothing before it has it;
   * false where the miner cannot be told one, or is just being answered.
   */
  withdraw(): boolean {
    const state = this.#waitingLines === undefined && !this.#ending && withdrawExtranonce(this.#state);
    if (!state) return false;
    this.#state = state;
    this.#withdrawn = true;
    this.#silent = 0;
    this.#hold();
    return true;
  }

  get withdrawn(): boolean {
    return this.#withdrawn;
  }

  /** Goes on with another extranonce1, from this job on. */
  renumber(extranonce1: number, opened: OpenJob, line: Buffer): void {
    const lines = this.#waitingLines ?? [];
    this.#waitingLines = undefined;
    this.#withdrawn = false;
    this.#state = { ...this.#state, nextExtranonce1: extranonce1 };
    this.giveJob(opened, line);
    this.#release(lines);
  }

  /** Takes no more lines; an answer that is still held back is sent when it is due. */
  stopReading(): void {
    this.#ending = true;
    this.#socket.pause();
  }

  /** Closes once everything said has left. */
  close(): void {
    this.flush();
    this.#socket.destroySoon();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #takeChunk(chunk: Buffer): void {
    this.#silent = 0;
    if (this.#ending) return;
    this.#guard(() => {
      if (!this.permit.read(chunk.length)) this.#throttle();
      if (this.#framer.push(chunk, this.#onLine) === 'too-long' && !this.#ending) {
        this.#outgoing += errorLine(null, 20, requestRefusal.lineTooLong);
        this.#end('line-too-long');
      }
      this.#say();
    });
  }

  /** What the miner sends meanwhile stays with TCP, and at the end with the miner. */
  #throttle(): void {
    if (this.#isThrottled) return;
    if (this.#throttledFor === 0 && !this.#wasThrottled) this.#host.onThrottled(this);
    this.#isThrottled = true;
    this.#wasThrottled = true;
    this.#socket.pause();
    this.#host.readQueue.enter(this);
  }

  tryToRead(): boolean {
    if (this.#socket.destroyed || this.#ending) return true;
    if (!this.permit.mayReadOn()) return false;
    this.#isThrottled = false;
    this.#readOn();
    return true;
  }

  #takeLine(line: string): void {
    if (this.#ending) return;
    this.#lineAge = 0;
    if (line === '') {
      // It says nothing and is answered with nothing, but it costs as much as another message.
      if (!this.permit.allowMessage('other')) this.#tooFast();
      return;
    }
    if (this.#waitingLines !== undefined) {
      this.#waitingLines.push(line);
      return;
    }
    const message = readMessage(line);
    const named = classOf(message);
    const kind = named === 'login' && this.#isFull ? 'surplus-login' : named;
    if (this.permit.allowMessage(kind)) {
      const preparation = kind === 'login' ? this.#prepareLogin(message) : undefined;
      if (preparation !== undefined) void this.#holdForLogin(preparation, message, line);
      else this.#follow(step(this.#state, message, this.#host.env(this)), line);
    } else {
      this.#outgoing += errorLine(message.id, 20, requestRefusal.tooFast);
      if (kind === 'login' || kind === 'surplus-login') return this.#loginTooFast();
      if (kind !== 'submit' || !this.#isSettling) this.#tooFast();
    }
  }

  get #isFull(): boolean {
    return isFull(this.#state, this.#host.rules);
  }

  /** A machine that mines, and may still be far too large for its difficulty: its shares come faster than they should. */
  get #isSettling(): boolean {
    return this.#proved && this.#age < this.#host.settleSeconds;
  }

  /**
   * All machines of a farm log in at once after a power cut or a restart, and come again when they are refused: that is no violation. A
   * connection without a worker is closed, so that its program waits; further logins of others cost as much as other messages.
   */
  #loginTooFast(): void {
    if (!this.authorized) this.#end('login-refused');
    else if (!this.permit.allowMessage('other')) this.#tooFast();
  }

  #tooFast(): void {
    this.#recordViolation('too-fast');
    if (this.#dismissal !== undefined) this.dismiss('banned', this.#dismissal);
  }

  #follow({ state, replies, effects }: Step, line: string): void {
    this.#state = state;
    let found: FoundBlock | undefined;
    let reason: DisconnectReason | undefined;
    for (const effect of effects) {
      if (effect.kind === 'candidate') found = effect.block;
      else if (effect.kind === 'prove') {
        void this.#holdForProof(effect.share, effect.header, line);
        return;
      } else if (effect.kind === 'disconnect') reason = effect.reason;
      else this.#report(effect);
    }
    if (found !== undefined) {
      void this.#holdForBlock(found, replies, line);
      return;
    }
    for (const reply of replies) this.#outgoing += reply;
    if (reason !== undefined) this.#end(reason);
    else if (this.#dismissal !== undefined) this.dismiss('banned', this.#dismissal);
  }

  #prepareLogin(message: Message): Promise<void> | undefined {
    const [text] = message.kind === 'request' ? message.params : [];
    return typeof text === 'string' ? this.#host.prepareLogin(text) : undefined;
  }

  async #holdForLogin(preparation: Promise<void>, message: Message, line: string): Promise<void> {
    const lines = this.#hold();
    try {
      await preparation;
    } catch {
      this.#waitingLines = undefined;
      const text = requestRefusal.keyNotLookedUp;
      this.#outgoing += notificationLine('client.show_message', [text]) + errorLine(message.id, 24, text);
      this.#end('database-away');
      return;
    }
    this.#waitingLines = undefined;
    if (!this.#socket.destroyed)
      this.#guard(() => this.#follow(step(this.#state, message, this.#host.env(this)), line));
    this.#release(lines);
  }

  /** Says why, and closes. */
  dismiss(reason: 'banned' | 'no-share' | 'expelled' | 'evicted', text: string): void {
    this.#outgoing += notificationLine('client.show_message', [text]) + errorLine(null, 24, text);
    this.#end(reason);
  }

  async #holdForBlock(block: FoundBlock, replies: readonly string[], line: string): Promise<void> {
    const lines = this.#hold();
    let answer = replies.join('');
    try {
      await this.#host.settleBlock(block);
    } catch {
      answer = errorLine(readMessage(line).id, 20, requestRefusal.blockNotStored);
    }
    this.#waitingLines = undefined;
    this.#outgoing += answer;
    this.#release(lines);
  }

  #report(effect: Effect): void {
    this.#host.onEffect(effect, this);
    if (effect.kind === 'share') {
      this.#proved = true;
      this.permit.credit();
    } else if (effect.kind === 'refused') {
      const violation = violationOfRefusal(effect.outcome);
      if (violation !== undefined) this.#recordViolation(violation);
    } else if (effect.kind === 'rejected') {
      // A program whose worker was refused for want of room may submit for it all the same.
      const isForgiven = effect.reason === 'unauthorized' && this.#isFull;
      const violation = isForgiven ? undefined : violationOfReject[effect.reason];
      if (violation !== undefined) this.#recordViolation(violation);
    }
  }

  #recordViolation(violation: Violation): void {
    const text = this.permit.recordViolation(violation);
    if (text === undefined || this.#ending) return;
    this.#dismissal = text;
  }

  /** Answers leave in the order of the questions, so a share that is being proved holds up those behind it. */
  async #holdForProof(share: ProvingShare, header: Uint8Array, line: string): Promise<void> {
    const lines = this.#hold();
    try {
      const proof = await this.#host.prove(header);
      this.#waitingLines = undefined;
      this.#guard(() => this.#follow(settleProof(this.#state, share, proof, this.#host.env(this)), line));
    } catch (error) {
      this.#fail(error);
      return;
    }
    // A block keeps the line closed; what waits here goes behind it.
    if (!this.#keepWaiting(lines)) this.#release(lines);
  }

  #keepWaiting(lines: readonly string[]): boolean {
    if (this.#waitingLines === undefined) return false;
    this.#waitingLines.push(...lines);
    return true;
  }

  #hold(): string[] {
    const lines: string[] = [];
    this.#waitingLines = lines;
    this.#say();
    this.#socket.pause();
    return lines;
  }

  #release(lines: readonly string[]): void {
    this.#guard(() => {
      for (const next of lines) if (this.#mayTake(next)) this.#takeLine(next);
      this.#say();
    });
    this.#readOn();
  }

  /** Who was closed meanwhile has given back what it had and asks for nothing any more; what it found before still counts. */
  #mayTake(line: string): boolean {
    return !this.#socket.destroyed || classOf(readMessage(line)) === 'submit';
  }

  #readOn(): void {
    if (this.#waitingLines === undefined && !this.#ending && !this.#isThrottled) this.#socket.resume();
  }

  #say(): void {
    if (this.#outgoing === '' || this.#speaksSoon) return;
    this.#speaksSoon = true;
    this.#host.sendSoon(this);
  }

  /** Says now what there is to say. */
  flush(): void {
    this.#speaksSoon = false;
    if (this.#outgoing === '') return;
    const text = this.#outgoing;
    this.#outgoing = '';
    try {
      this.#write(text);
    } catch (error) {
      this.#fail(error);
    }
  }

  #write(data: string | Buffer): void {
    const socket = this.#socket;
    if (socket.destroyed || socket.writableEnded) return;
    const flowing = typeof data === 'string' ? socket.write(data, 'latin1') : socket.write(data);
    if (flowing) return;
    if (socket.writableLength > this.#host.outgoingBytesMax) {
      this.#host.onDisconnect('slow-reader', this);
      socket.destroy();
    } else if (!socket.isPaused()) {
      // Who does not read our answers is not asked for more questions.
      socket.pause();
      socket.once('drain', () => this.#readOn());
    }
  }

  #end(reason: EndReason): void {
    if (this.#ending) return;
    const violation = reason === 'byte-flood' && this.#isSettling ? undefined : violationOfEnd[reason];
    if (violation !== undefined) this.#recordViolation(violation);
    this.#ending = true;
    this.#framer.stop();
    this.#host.onDisconnect(reason, this);
    this.flush();
    this.#socket.end();
    this.#socket.pause();
  }

  /** A fault of ours must cost one connection, never the pool. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#host.onDisconnect('fault', this, error);
    this.#socket.destroy();
  }
}

function classOf(message: Message): Exclude<MessageClass, 'surplus-login'> {
  if (message.kind !== 'request') return 'other';
  if (message.method === 'mining.submit') return 'submit';
  return message.method === 'mining.authorize' ? 'login' : 'other';
}
