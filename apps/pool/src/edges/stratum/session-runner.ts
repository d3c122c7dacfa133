import type { Login } from '@openlode/mining/user-string';
import type { Arrival } from '@openlode/stratum/core/arrival';
import type { Violation } from '@openlode/stratum/core/ban-score';
import type { OpenJob } from '@openlode/stratum/core/jobs';
import { requestRefusal, shareRefusal } from '@openlode/stratum/core/refusal-text';
import { SessionShell } from '@openlode/stratum/core/session-shell';
import type { DisconnectReason, Effect, FoundBlock, Grant, Step } from '@openlode/stratum/core/session-state';
import { type Message, type MessageId, readMessage } from '@openlode/stratum/wire/message';
import { busy, unverifiable } from '../../runtime/proof-of-work/pow-verifier.ts';
import type { ConnectionHost, SessionConnection } from './connection-host.ts';
import { HeldLines } from './held-lines.ts';
import type { LineSender } from './line-sender.ts';
import type { SharedLine } from './shared-line.ts';
import { violationOfRefusal, violationOfReject } from './violations.ts';

/** The pure session of one connection, strictly in order: while a message waits for a block, a proof of work or a login, nothing more is read. */
export class SessionRunner {
  readonly #connection: SessionConnection;
  readonly #sender: LineSender;
  readonly #host: ConnectionHost;
  readonly #session: SessionShell;
  #isHeld = false;
  /** Lines behind the message that is waited for; undefined where there are none. */
  #held: HeldLines | undefined;
  #withdrawn = false;

  constructor(number: number, connection: SessionConnection, sender: LineSender, host: ConnectionHost) {
    this.#connection = connection;
    this.#sender = sender;
    this.#host = host;
    this.#session = new SessionShell(number, host.dialects);
  }

  get authorized(): boolean {
    return this.#session.isMining;
  }

  /** The number that keeps its work apart; changes when a session is resumed. */
  get extranonce1(): number {
    return this.#session.number;
  }

  /** What open jobs are worth under that number; none where the miner does not know it, or it was taken away. */
  get grants(): readonly Grant[] {
    return this.#withdrawn ? [] : this.#session.grants;
  }

  get logins(): Iterable<Login> {
    return this.#session.logins;
  }

  get withdrawn(): boolean {
    return this.#withdrawn;
  }

  /** Whether a message is waited for. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  giveJob(opened: OpenJob, shared: SharedLine): void {
    if (this.#connection.ending || this.#withdrawn) return;
    const given = this.#session.announce(opened, this.#host.env(this.#connection));
    if (given?.line === undefined) return;
    this.#sender.flush();
    if (given.before.length > 0) this.#sender.write(given.before.join('') + given.line);
    else this.#sender.write(shared.bytesOf(given.line));
  }

  /** A line that refuses, in the miner's dialect. `id` is null where no message is answered. */
  refusal(id: MessageId, errorCode: number, text: string): string {
    return this.#session.refusal(id, errorCode, text);
  }

  /** A line for the miner's console, where its dialect has such a message. */
  notice(text: string): string {
    return this.#session.notice(text);
  }

  /** A line that asks the miner to connect again; undefined where its dialect has none. */
  get reconnect(): string | undefined {
    return this.#session.reconnect;
  }

  /**
   * Takes the session's extranonce1 away. True if that is done: the session waits for another one and answers nothing until then, or its work is
   * unique without one. False if the miner cannot be given another one, or a message is being answered.
   */
  withdraw(): boolean {
    if (this.isHeld || this.#connection.ending) return false;
    const outcome = this.#session.withdrawNumber();
    if (outcome !== 'waits') return outcome === 'keeps';
    this.#withdrawn = true;
    this.#hold();
    return true;
  }

  /** Whether it can be given another seat at another pool than the one that its miner knows. */
  get mayMove(): boolean {
    return this.#session.mayMove;
  }

  /** A seat at another pool, of which nothing holds that it was given before; false where the miner can only come again. */
  takeSeat(seat: unknown): boolean {
    return this.#session.takeSeat(seat);
  }

  /** Goes on with another extranonce1, from this job on. */
  renumber(extranonce1: number, opened: OpenJob, shared: SharedLine): void {
    this.#isHeld = false;
    this.#withdrawn = false;
    this.#session.replaceNumber(extranonce1);
    this.giveJob(opened, shared);
    this.#release();
  }

  /** `arrival` is given for a line that was held. */
  takeLine(line: string, arrival?: Arrival): void {
    const { permit } = this.#connection;
    if (line === '') {
      // An empty line has no answer, but it costs as much as another message.
      if (!permit.allowMessage('other')) this.#tooFast();
      return;
    }
    if (this.#isHeld) {
      this.#held ??= new HeldLines();
      const env = this.#host.env(this.#connection);
      this.#held.add({ line, arrival: this.#session.arrival(env, this.#held.last) });
      return;
    }
    const message = readMessage(line);
    const dialect = this.#session.dialectOf(message);
    const named = dialect.classOf(message);
    const kind = named === 'login' && this.#isFull ? 'surplus-login' : named;
    if (permit.allowMessage(kind)) {
      const preparation = kind === 'login' ? this.#prepareLogin(message) : undefined;
      if (preparation !== undefined) void this.#holdForLogin(preparation, message, line);
      else this.#receive(message, line, arrival);
      return;
    }
    this.#sender.add(this.refusal(message.id, 20, requestRefusal.tooFast));
    if (kind === 'login' || kind === 'surplus-login') this.#loginTooFast();
    else if (kind !== 'submit' || !this.#connection.isSettling) this.#tooFast();
  }

  #receive(message: Message, line: string, arrival?: Arrival): void {
    if (this.#session.asksForSeat(message)) this.#connection.enterSeat();
    this.#follow(this.#session.receive(message, this.#host.env(this.#connection), arrival), line);
  }

  get #isFull(): boolean {
    return this.#session.isFull(this.#host.rules);
  }

  /**
   * No violation: after a power cut all machines of a farm log in at once, and again when they are refused. A connection without a worker is
   * closed, so that its program waits before the next try; on others a further login costs as much as any message.
   */
  #loginTooFast(): void {
    if (!this.authorized) this.#connection.end('login-refused');
    else if (!this.#connection.permit.allowMessage('other')) this.#tooFast();
  }

  #tooFast(): void {
    this.#connection.recordViolation('too-fast');
    this.#connection.closeIfBanned();
  }

  /** Takes the outcome of a step: its effects, its replies. */
  #follow({ replies, effects }: Omit<Step, 'state'>, line: string, isVerified = false): void {
    let found: FoundBlock | undefined;
    let reason: DisconnectReason | undefined;
    for (const effect of effects) {
      if (effect.kind === 'candidate') found = effect.block;
      else if (effect.kind === 'verify') {
        const verdict = this.#host.verify(effect.input, this.#connection);
        if (verdict instanceof Promise) void this.#holdForProof(effect.share, verdict, line);
        else this.#followVerdict(effect.share, verdict, line);
        return;
      } else if (effect.kind === 'disconnect') reason = effect.reason;
      else this.#report(effect, isVerified);
    }
    if (found !== undefined) {
      void this.#holdForBlock(found, replies, line);
      return;
    }
    for (const reply of replies) this.#sender.add(reply);
    if (reason !== undefined) this.#connection.end(reason);
    else this.#connection.closeIfBanned();
  }

  #report(effect: Effect, isVerified = false): void {
    const connection = this.#connection;
    this.#host.onEffect(effect, connection);
    let violation: Violation | undefined;
    if (effect.kind === 'share') connection.onShareAccepted();
    else if (effect.kind === 'refused') violation = violationOfRefusal(effect.outcome);
    // A program whose worker was refused because the connection is full may submit for it all the same.
    else if (effect.kind === 'rejected' && !(effect.reason === 'unauthorized' && this.#isFull))
      violation = violationOfReject[effect.reason];
    if (violation === undefined) return;
    if (isVerified) connection.onShareWasted(violation);
    else connection.recordViolation(violation);
  }

  #prepareLogin(message: Message): Promise<void> | undefined {
    const text = this.#session.dialectOf(message).loginText(message);
    return text === undefined ? undefined : this.#host.prepareLogin(text);
  }

  async #holdForLogin(preparation: Promise<void>, message: Message, line: string): Promise<void> {
    this.#hold();
    try {
      await preparation;
    } catch {
      this.#isHeld = false;
      this.#held = undefined;
      const text = requestRefusal.keyNotLookedUp;
      this.#sender.add(this.notice(text) + this.refusal(message.id, 24, text));
      this.#connection.end('database-away');
      return;
    }
    this.#isHeld = false;
    if (!this.#connection.destroyed) this.#connection.guard(() => this.#receive(message, line));
    this.#release();
  }

  async #holdForBlock(block: FoundBlock, replies: readonly string[], line: string): Promise<void> {
    this.#hold();
    let answer = replies.join('');
    try {
      await this.#host.storeBlock(block);
    } catch {
      answer = this.refusal(readMessage(line).id, 20, requestRefusal.blockNotStored);
    }
    this.#isHeld = false;
    this.#sender.add(answer);
    this.#release();
  }

  /** Answers leave in the order of the questions, so a share whose proof is being computed delays those behind it. */
  async #holdForProof(share: unknown, verifying: Promise<unknown>, line: string): Promise<void> {
    this.#hold();
    try {
      const verdict = await verifying;
      this.#isHeld = false;
      this.#connection.guard(() => this.#followVerdict(share, verdict, line));
    } catch (error) {
      this.#connection.fail(error);
      return;
    }
    this.#release();
  }

  #followVerdict(share: unknown, verdict: unknown, line: string): void {
    if (verdict === busy || verdict === unverifiable) return this.#refuseUnverified(verdict, line);
    const step = this.#session.complete(share, verdict, this.#host.env(this.#connection));
    if (step !== undefined) this.#follow(step, line, true);
  }

  /** The verifier has more to do than it can, or no word on it: a share that does not cost its sender anything but itself. */
  #refuseUnverified(reason: typeof busy | typeof unverifiable, line: string): void {
    const [errorCode, text] = shareRefusal(reason);
    this.#report({ kind: 'rejected', reason, login: undefined });
    this.#sender.add(this.refusal(readMessage(line).id, errorCode, text));
  }

  #hold(): void {
    this.#isHeld = true;
    this.#sender.schedule(true);
    this.#connection.pauseReading();
  }

  /** Takes the lines that waited, up to the next one that is waited for: a share may also be a block. */
  #release(): void {
    this.#connection.guard(() => {
      while (!this.#isHeld) {
        const next = this.#held?.take();
        if (next === undefined) {
          this.#held = undefined;
          break;
        }
        if (this.#mayTake(next.line)) this.#connection.takeLine(next.line, next.arrival);
      }
      this.#sender.schedule();
    });
    this.#connection.readOn();
  }

  /** A connection that closed meanwhile asks for nothing any more; the shares that it sent before still count. */
  #mayTake(line: string): boolean {
    if (!this.#connection.destroyed) return true;
    const message = readMessage(line);
    return !this.#host.isClosing && this.#session.dialectOf(message).classOf(message) === 'submit';
  }
}
