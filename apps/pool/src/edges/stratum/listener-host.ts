import type { Login } from '@openlode/mining/user-string';
import type { Dialects } from '@openlode/stratum/core/dialect';
import { loginRefusal } from '@openlode/stratum/core/refusal-text';
import { reportsHashrate } from '@openlode/stratum/core/reported-hashrate';
import type {
  Effect,
  FoundBlock,
  LoginVerdict,
  PortRules,
  RejectReason,
  SessionEnv,
} from '@openlode/stratum/core/session-state';
import type { CountedReject } from '../../domain/kernel/work-batch.ts';
import type { BlockCandidate } from '../../domain/rounds/block-candidate.ts';
import type { ConnectionHost, EndReason, HostedConnection } from './connection-host.ts';
import type { ChainBlock } from './job-feed.ts';
import type { ListenerLimits } from './listener-limits.ts';
import type { StratumListenerOptions } from './listener-options.ts';
import type { SeatedConnection } from './relayed-feed.ts';
import { loginsOf } from './miner-connections.ts';
import { sha256d } from './proof-of-work.ts';
import { ReadQueue } from './read-queue.ts';
import { AnswerTimes } from './answer-times.ts';
import { SendTurn } from './send-turn.ts';

type Environment = { -readonly [Key in keyof SessionEnv]: SessionEnv[Key] };

/** What the connections of one port share: the environment of their sessions, and where the effects go. */
export class ListenerHost implements ConnectionHost {
  isClosing = false;
  readonly readQueue = new ReadQueue();
  readonly sendTurn: SendTurn;
  readonly answerTimes: AnswerTimes;
  readonly rules: PortRules;
  readonly dialects: Dialects;
  readonly settleSeconds: number;
  readonly outgoingBytesMax: number;
  readonly #options: StratumListenerOptions;
  readonly #limits: ListenerLimits;
  /** Undefined where no dialect of the port reports a hashrate: then no share has to prove one. */
  readonly #reported: StratumListenerOptions['reported'];
  /** Blocks and proofs of work whose shares are not answered yet. */
  readonly #pending = new Set<Promise<unknown>>();
  /** Changed in place for every message: one object serves all sessions. */
  readonly #env: Environment;
  /** Whose message is being judged. */
  #current: HostedConnection | undefined;

  constructor(options: StratumListenerOptions, limits: ListenerLimits) {
    this.#options = options;
    this.#limits = limits;
    this.#reported = options.dialects.some(({ name }) => reportsHashrate(name))
      ? options.reported
      : undefined;
    this.rules = options.rules;
    this.dialects = options.dialects;
    this.settleSeconds = limits.settleSeconds;
    this.outgoingBytesMax = limits.outgoingBytesMax;
    this.sendTurn = new SendTurn(() => options.accumulator.writeShares());
    this.answerTimes = new AnswerTimes((ms) => options.metrics?.onAnswer?.(ms));
    const { feed, extranonces, rules } = options;
    this.#env = {
      now: 0,
      accepting: true,
      paceMin: 0,
      rules,
      jobs: feed.registry,
      sha256d: options.hash ?? sha256d,
      verifiesLater: options.verifier !== undefined,
      get relayedMask() {
        return options.seats?.versionMask ?? 0;
      },
      login: (text, workerField) => this.#judgeLogin(text, workerField),
      resume: (wanted, own) => {
        const grants = extranonces.claim(wanted, { jobs: feed.registry, rules });
        if (grants !== undefined) extranonces.giveBack(own);
        return grants;
      },
    };
  }

  env(connection: HostedConnection): SessionEnv {
    this.#current = connection;
    this.#env.now = this.#options.clock.now();
    this.#env.accepting = this.#options.accumulator.accepting();
    this.#env.paceMin = this.#options.load?.paceMin(this.#env.now) ?? 0;
    return this.#env;
  }

  onEffect(effect: Effect, connection: HostedConnection): void {
    const { accumulator, metrics, minerLog } = this.#options;
    switch (effect.kind) {
      case 'share':
        accumulator.add(effect.login, effect.work, effect.at);
        this.#options.onShare?.(effect.login, effect.depth, effect.blocks, effect.isBlock);
        this.#reported?.prove(connection, effect.login, effect.work, effect.at);
        metrics?.onShare('accepted', effect.work);
        break;
      case 'rejected': {
        metrics?.onShare(effect.reason);
        const reason = countedReject[effect.reason];
        if (effect.login !== undefined && reason !== undefined)
          accumulator.reject(effect.login, reason, this.#env.now);
        break;
      }
      case 'refused':
        minerLog.note('login-refused', connection.permit.clientAddress, effect.outcome.kind);
        this.#options.onRefusedLogin?.(effect.text, effect.outcome, connection.permit.clientAddress);
        break;
      case 'authorized':
        this.#onAuthorized(effect.login, connection);
        break;
      case 'reported':
        this.#reported?.report(
          connection,
          this.#options.algorithm,
          effect.login,
          effect.hashesPerSecond,
          this.#env.now,
        );
        break;
      case 'verify':
      case 'candidate':
      case 'disconnect':
        break;
    }
  }

  enterSeat(connection: SeatedConnection): void {
    this.#options.seats?.enter(connection);
  }

  prepareLogin(text: string): Promise<void> | undefined {
    const preparation = this.#options.prepareLogin?.(text);
    preparation?.catch((error: unknown) =>
      this.#options.log.warn({ err: error }, 'a login could not be looked up'),
    );
    return preparation && this.#track(preparation);
  }

  get msPerShare(): number {
    return this.#options.verifier?.capacity?.()?.msPerShare ?? 0;
  }

  onTrust(connection: HostedConnection): void {
    const { load, clock } = this.#options;
    if (connection.isTrusted) load?.enter(connection, clock.now());
    else load?.leave(connection);
  }

  verify(input: unknown, connection: HostedConnection): unknown {
    const { verifier, algorithm } = this.#options;
    if (verifier === undefined) throw new Error(`${algorithm} has no proof-of-work thread`);
    if (verifier.verifyNow !== undefined) {
      const verdict = verifier.verifyNow(input);
      return verdict instanceof Promise ? this.#track(verdict) : verdict;
    }
    const { logins, permit, isTrusted } = connection;
    // All connections of a miner, and all of a farm behind one address of its network, share one turn.
    const [first] = logins;
    const owner = first === undefined ? permit.clientAddress : `${first.coin}:${first.address}`;
    return this.#track(verifier.verify(input, owner, { source: permit.clientAddress, isTrusted }));
  }

  storeBlock(block: FoundBlock): Promise<void> {
    return this.#track(this.#storeBlock(block));
  }

  onDisconnect(reason: EndReason, { permit }: HostedConnection, error?: unknown): void {
    const { log, minerLog } = this.#options;
    if (error !== undefined) log.error({ reason, err: error }, 'a session failed');
    log.debug({ source: permit.clientAddress, reason }, 'a miner was disconnected');
    if (reason === 'banned') minerLog.note('source-banned', permit.clientAddress, reason);
    else if (limitEnds.has(reason)) minerLog.note('connection-closed', permit.clientAddress, reason);
  }

  onThrottled({ permit }: HostedConnection): void {
    this.#options.minerLog.note('connection-throttled', permit.clientAddress, 'byte-flood');
  }

  /** The refusal of a miner that was let in and must go now. */
  expulsionOf(connection: HostedConnection): string | undefined {
    if (this.#options.expelled === undefined) return undefined;
    for (const login of connection.logins) {
      const refusal = this.#options.expelled(login);
      if (refusal !== undefined) return loginRefusal(refusal);
    }
    return undefined;
  }

  /** Resolves when no share waits for its block or its proof of work, and the answers have left. */
  async settled(): Promise<void> {
    do {
      await Promise.allSettled(this.#pending);
      // A proof may turn out to be a block. Answers are written in the turns after.
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    } while (this.#pending.size > 0);
  }

  #onAuthorized(login: Login, connection: HostedConnection): void {
    const { forProxies, minerConnections, connectedWorkers, algorithm } = this.#options;
    const { permit, logins } = connection;
    if (forProxies !== true && loginsOf(login, logins).length === 1)
      minerConnections.enter(login, permit, this.#limits.connectionsPerMinerMax);
    connectedWorkers?.enter(connection, login, algorithm, this.#env.now);
    this.#reported?.enter(connection, login, this.#env.now);
    this.#options.onMiner?.(login, permit.clientAddress);
  }

  #judgeLogin(text: string, workerField: string | undefined): LoginVerdict {
    const { forProxies, minerConnections, proxyPort } = this.#options;
    const outcome = this.#options.login(text, workerField);
    if (outcome.kind !== 'login') return outcome;
    if (this.#options.restricted?.(outcome.login) === true) return { kind: 'restricted' };
    const connection = this.#current;
    const max = this.#limits.connectionsPerMinerMax;
    const isUnlimited = forProxies === true || connection?.permit.exempt === true;
    const isCounted = connection !== undefined && loginsOf(outcome.login, connection.logins).length > 0;
    if (isUnlimited || isCounted) return outcome;
    const connected = minerConnections.proven(outcome.login, connection?.permit.clientAddress ?? '');
    return connected < max ? outcome : { kind: 'too-many-connections', max, proxyPort };
  }

  async #storeBlock(block: FoundBlock): Promise<void> {
    const { algorithm, feed, accumulator, log } = this.#options;
    try {
      const recorded = accumulator.flush();
      // Each is a block by itself: one that cannot be stored keeps no other from it.
      const stored = await Promise.allSettled(
        feed
          .blocksOf(block)
          .map((each) => this.#options.foundBlock(candidateOf(algorithm, block, each), recorded)),
      );
      for (const each of stored) if (each.status === 'rejected') throw each.reason;
    } catch (error) {
      log.error({ err: error, height: block.job.height, hash: block.hash }, 'a block could not be stored');
      throw error;
    }
  }

  #track<Result>(work: Promise<Result>): Promise<Result> {
    const done = work.finally(() => this.#pending.delete(done));
    this.#pending.add(done);
    return done;
  }
}

/** Rejects that a miner's page counts; the others are faults of a program or of the pool. */
const countedReject: Readonly<Partial<Record<RejectReason, CountedReject>>> = {
  stale: 'stale',
  duplicate: 'duplicate',
  'low-difficulty': 'low-difficulty',
  malformed: 'malformed',
  'time-out-of-range': 'malformed',
  'version-bits': 'malformed',
  'wrong-proof': 'malformed',
  'wrong-chain': 'malformed',
};

/** Ends that are logged for the operator: a connection exceeded a limit. */
const limitEnds: ReadonlySet<EndReason> = new Set([
  'byte-flood',
  'slow-line',
  'slow-reader',
  'line-too-long',
  'no-share',
  'evicted',
]);

function candidateOf(algorithm: string, block: FoundBlock, ofChain: ChainBlock): BlockCandidate {
  const { login } = block;
  const { coin, network, address, memo, worker } = login;
  return {
    algorithm,
    ...ofChain,
    miner: { coin, network, address, memo },
    worker,
    foundAt: block.at,
  };
}
