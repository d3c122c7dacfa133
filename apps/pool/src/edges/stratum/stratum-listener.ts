import { createServer, type Server, type Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { Login, LoginOutcome } from '@openlode/mining/user-string';
import type { HashInto } from '@openlode/stratum/bitcoin/share-hash';
import type { OpenJob } from '@openlode/stratum/jobs';
import { loginRefusal } from '@openlode/stratum/refusal-text';
import { notificationLine } from '@openlode/stratum/reply';
import type {
  FoundBlock,
  LoginRefusal,
  LoginVerdict,
  PortRules,
  RejectReason,
  SessionEnv,
} from '@openlode/stratum/session-state';
import type { Logger } from 'pino';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { BlockCandidate } from '../../domain/rounds/block-candidate.ts';
import type { CountedReject } from '../../domain/kernel/work-batch.ts';
import type { Extranonce1Pool } from '@openlode/stratum/extranonce1-pool';
import type { JobFeed } from './job-feed.ts';
import { defaultLimits, type ListenerLimits } from './listener-limits.ts';
import { type ConnectionHost, type EndReason, MinerConnection } from './miner-connection.ts';
import type { ConnectedWorkers } from './connected-workers.ts';
import { loginsOf, type MinerConnections } from './miner-connections.ts';
import type { MinerLog } from './miner-log.ts';
import { sha256d } from './proof-of-work.ts';
import { ReadQueue } from './read-queue.ts';
import type { Prover } from './scrypt-proof.ts';
import type { SourceGate, ConnectionPermit } from './source-gate.ts';
import type { TlsContext } from './tls-context.ts';
import type { ShareAccumulator } from './share-accumulator.ts';

export interface StratumListenerOptions {
  readonly algorithm: string;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly rules: PortRules;
  /** Shared by all listeners of an algorithm, as are the two below. */
  readonly feed: JobFeed;
  readonly accumulator: ShareAccumulator;
  readonly extranonces: Extranonce1Pool;
  /** Shared by all listeners of the pool, as are the two below. */
  readonly gate: SourceGate;
  readonly minerConnections: MinerConnections;
  readonly minerLog: MinerLog;
  /** Hears of accepted logins and of the end of their connections. */
  readonly connectedWorkers?: Pick<ConnectedWorkers, 'enter' | 'leave'>;
  /** Where this is given, miners speak TLS. */
  readonly tls?: Pick<TlsContext, 'context'>;
  /** Whether the port welcomes more connections of one account than others do. */
  readonly forProxies?: boolean;
  /** Where such a port is, for the refusal on the others. */
  readonly proxyPort?: number;
  login(text: string): LoginOutcome;
  /** What `login` has to wait for, if anything. */
  prepareLogin?(text: string): Promise<void> | undefined;
  /** Whether the operator has restricted an account. */
  restricted?(login: Login): boolean;
  /** Why a miner that was let in has to go now; undefined where it may stay. */
  expelled?(login: Login): LoginRefusal | undefined;
  /** Hears of every miner that is let in, with its source (see `sourceOf`), before any of its shares. */
  onMiner?(login: Login, source: string): void;
  /** Hears of every accepted share what statistics are made of; see the `share` effect. */
  onShare?(login: Login, depth: number, blocks: number): void;
  /** Hears of refused logins; `text` is what a stranger typed. */
  onRefusedLogin?(text: string, refusal: LoginRefusal, source: string): void;
  /** Resolves when the block is durable. Its own share goes into the database before it, so that its round counts it. */
  foundBlock(candidate: BlockCandidate, shareRecorded: Promise<void>): Promise<void>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  readonly limits?: Partial<ListenerLimits>;
  readonly metrics?: ListenerMetrics;
  readonly hash?: HashInto;
  /** For an algorithm whose proof of work is not the SHA-256d of the header. */
  readonly prover?: Prover;
}

export interface ListenerMetrics {
  /** `work`: the hashes that an accepted share stands for. */
  onShare(result: 'accepted' | RejectReason, work?: bigint): void;
  onSession(change: 1 | -1): void;
}

export interface StratumListener {
  readonly port: number;
  connections(): number;
  /** Takes no more lines, waits for blocks that are being stored, closes all connections. The accumulator stays open. */
  close(): Promise<void>;
}

const sweepMs = 1000;
const keepAliveAfterMs = 60_000;
const lingerMs = 500;

/** Listens for miners of one algorithm on one port. */
export async function startStratumListener(options: StratumListenerOptions): Promise<StratumListener> {
  const limits: ListenerLimits = { ...defaultLimits, ...options.limits };
  const { feed, accumulator, clock, log, metrics, extranonces, gate, minerConnections, minerLog } = options;
  const { tls } = options;
  const connections = new Set<MinerConnection>();
  const handshakes = new Set<Socket>();
  const readQueue = new ReadQueue();
  /** Blocks and proofs whose shares are not answered yet. */
  const pending = new Set<Promise<unknown>>();
  let senders: MinerConnection[] = [];
  /** Whether the last turn had one message to answer. */
  let sentAlone = false;
  let closing = false;
  /** Whose message is being judged. */
  let speaker: MinerConnection | undefined;
  let whenEmpty = (): void => {};

  const env: { -readonly [Key in keyof SessionEnv]: SessionEnv[Key] } = {
    now: 0,
    accepting: true,
    rules: options.rules,
    jobs: feed.registry,
    sha256d: options.hash ?? sha256d,
    proofElsewhere: options.prover !== undefined,
    login: judgeLogin,
    resume: (wanted, own) => {
      const grants = extranonces.claim(wanted, { jobs: feed.registry, rules: options.rules });
      if (grants !== undefined) extranonces.giveBack(own);
      return grants;
    },
  };

  const host: ConnectionHost = {
    env(connection) {
      speaker = connection;
      env.now = clock.now();
      env.accepting = accumulator.accepting();
      return env;
    },
    onEffect(effect, connection) {
      switch (effect.kind) {
        case 'share':
          accumulator.add(effect.login, effect.work, effect.at);
          options.onShare?.(effect.login, effect.depth, effect.blocks);
          metrics?.onShare('accepted', effect.work);
          break;
        case 'rejected':
          metrics?.onShare(effect.reason);
          if (effect.login !== undefined) {
            const reason = countedReject[effect.reason];
            if (reason !== undefined) accumulator.reject(effect.login, reason, env.now);
          }
          break;
        case 'refused':
          minerLog.note('login-refused', connection.permit.source, effect.outcome.kind);
          options.onRefusedLogin?.(effect.text, effect.outcome, connection.permit.source);
          break;
        case 'authorized':
          if (options.forProxies !== true && loginsOf(effect.login, connection.logins).length === 1) {
            minerConnections.enter(effect.login, connection.permit, limits.connectionsPerAccountMax);
          }
          options.connectedWorkers?.enter(connection, effect.login, options.algorithm, env.now);
          options.onMiner?.(effect.login, connection.permit.source);
          break;
        case 'prove':
        case 'candidate':
        case 'disconnect':
          break;
      }
    },
    prepareLogin: (text) => {
      const preparation = options.prepareLogin?.(text);
      preparation?.catch((error: unknown) => log.warn({ err: error }, 'a login could not be looked up'));
      return preparation && untilDone(preparation);
    },
    prove(header) {
      if (options.prover === undefined) throw new Error(`${options.algorithm} has nothing to prove with`);
      return untilDone(options.prover.prove(header));
    },
    settleBlock: (block) => untilDone(settleBlock(block)),
    onDisconnect(reason, connection, error) {
      const { source } = connection.permit;
      if (error !== undefined) log.error({ reason, err: error }, 'a session failed');
      log.debug({ source, reason }, 'a miner was disconnected');
      if (reason === 'banned') minerLog.note('source-banned', source, reason);
      else if (limitEnds.has(reason)) minerLog.note('connection-closed', source, reason);
    },
    onThrottled: ({ permit }) => minerLog.note('connection-throttled', permit.source, 'byte-flood'),
    readQueue,
    sendSoon(connection) {
      if (senders.push(connection) !== 1) return;
      setImmediate(sendAll);
      // Where turns bring one message each there is nobody to wait for.
      if (sentAlone) connection.flush();
    },
    outgoingBytesMax: limits.outgoingBytesMax,
    rules: options.rules,
    settleSeconds: limits.settleSeconds,
  };

  function sendAll(): void {
    const all = senders;
    senders = [];
    sentAlone = all.length === 1;
    for (const connection of all) connection.flush();
  }

  function untilDone<Result>(work: Promise<Result>): Promise<Result> {
    const done = work.finally(() => pending.delete(done));
    pending.add(done);
    return done;
  }

  async function settleBlock(block: FoundBlock): Promise<void> {
    try {
      await options.foundBlock(
        candidateOf(options.algorithm, block, feed.submissionOf(block)),
        accumulator.flush(),
      );
    } catch (error) {
      log.error({ err: error, height: block.job.height, hash: block.hash }, 'a block could not be stored');
      throw error;
    }
  }

  function judgeLogin(text: string): LoginVerdict {
    const outcome = options.login(text);
    if (outcome.kind !== 'login') return outcome;
    if (options.restricted?.(outcome.login) === true) return { kind: 'restricted' };
    const max = limits.connectionsPerAccountMax;
    const isFree = options.forProxies === true || speaker?.permit.free === true;
    const isCounted = speaker !== undefined && loginsOf(outcome.login, speaker.logins).length > 0;
    const source = speaker?.permit.source ?? '';
    if (!isFree && !isCounted && minerConnections.proven(outcome.login, source) >= max) {
      return { kind: 'too-many-connections', max, proxyPort: options.proxyPort };
    }
    return outcome;
  }

  /** Whoever is refused here has cost no handshake and no session. */
  function accept(socket: Socket): void {
    // Broken sockets are everyday life for a pool; `close` follows every error.
    socket.on('error', ignore);
    const address = socket.remoteAddress;
    if (closing || address === undefined) {
      socket.destroy();
      return;
    }
    const admission = gate.admit(address);
    if (admission.kind !== 'admitted') {
      minerLog.note('connection-refused', admission.source, admission.kind);
      // Who connects over and over is not worth the answer.
      if (tls === undefined && admission.kind !== 'too-fast') {
        const text = admission.kind === 'banned' ? admission.text : connectionLimitText;
        socket.write(notificationLine('client.show_message', [text]), 'latin1');
        socket.destroySoon();
      } else socket.destroy();
      return;
    }
    const { permit } = admission;
    socket.on('close', () => permit.leave());
    permit.onEvict(() => socket.destroy());
    if (tls === undefined) onConnected(socket, permit);
    else tlsHandshake(socket, permit, tls.context());
  }

  function tlsHandshake(socket: Socket, permit: ConnectionPermit, secureContext: SecureContext): void {
    const secured = new TLSSocket(socket, { isServer: true, secureContext });
    const patience = setTimeout(() => secured.destroy(), limits.handshakeSeconds * 1000);
    const done = (): void => {
      clearTimeout(patience);
      handshakes.delete(secured);
    };
    handshakes.add(secured);
    secured.on('error', ignore);
    secured.once('close', () => {
      done();
      socket.destroy();
    });
    secured.once('secure', () => {
      done();
      if (closing) secured.destroy();
      else onConnected(secured, permit);
    });
  }

  function onConnected(socket: Socket, permit: ConnectionPermit): void {
    const extranonce1 = extranonces.take();
    if (extranonce1 === undefined) {
      socket.destroy();
      return;
    }
    const connection = new MinerConnection(socket, extranonce1, permit, host);
    connections.add(connection);
    metrics?.onSession(1);
    socket.on('close', () => {
      connections.delete(connection);
      options.connectedWorkers?.leave(connection);
      const grants = connection.grants;
      const work = grants.length === 0 ? undefined : { jobs: feed.registry, rules: options.rules, grants };
      extranonces.giveBack(connection.extranonce1, work);
      metrics?.onSession(-1);
      if (connections.size === 0) whenEmpty();
    });
  }

  function fanOut(opened: OpenJob): void {
    const line = Buffer.from(opened.line, 'latin1');
    for (const connection of connections) {
      if (connection.withdrawn) renumber(connection, opened, line);
      else connection.giveJob(opened, line);
    }
  }

  function renumber(connection: MinerConnection, opened: OpenJob, line: Buffer): void {
    const extranonce1 = extranonces.take();
    if (extranonce1 !== undefined) connection.renumber(extranonce1, opened, line);
  }

  /** One timer for all connections: ten thousand timers would cost more than they tell. */
  function sweep(): void {
    minerLog.flush();
    for (const connection of connections) {
      connection.tick();
      const expulsion = expulsionOf(connection);
      const late = connection.age > limits.loginSeconds && !connection.authorized;
      const isLost = connection.withdrawn && connection.silent > limits.withdrawnSeconds;
      const isIdle = connection.silent > limits.idleSeconds;
      if (connection.lineAge > limits.lineSeconds) host.onDisconnect('slow-line', connection);
      if (late || isIdle || isLost || connection.ending || connection.lineAge > limits.lineSeconds)
        connection.destroy();
      else if (isFlood(connection)) connection.closeForBytes();
      else if (expulsion !== undefined) connection.dismiss('expelled', loginRefusal(expulsion));
      else if (connection.age > limits.firstShareSeconds && !connection.proved && !connection.permit.free) {
        connection.dismiss('no-share', noShareText);
      }
    }
  }

  /** A farm whose difficulty climbs has shares accepted meanwhile, on one connection or another. */
  function isFlood({ throttledFor, permit }: MinerConnection): boolean {
    const { throttledSeconds } = limits;
    return throttledFor > throttledSeconds && !permit.minedWithin(throttledSeconds * 1000);
  }

  function expulsionOf(connection: MinerConnection): LoginRefusal | undefined {
    if (options.expelled === undefined) return undefined;
    for (const login of connection.logins) {
      const refusal = options.expelled(login);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  const server = createServer(
    { noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveAfterMs },
    accept,
  );
  server.maxConnections = limits.connectionsMax;
  const port = await listen(server, options.host, options.port);
  const stopJobs = feed.onJob(fanOut);
  const stopRetiring = extranonces.onRetire(() => {
    for (const connection of connections) if (!connection.withdraw()) connection.destroy();
  });
  const sweeper = setInterval(sweep, sweepMs);

  return {
    port,
    connections: () => connections.size,
    async close() {
      closing = true;
      stopJobs();
      stopRetiring();
      clearInterval(sweeper);
      readQueue.close();
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      const emptied = new Promise<void>((resolve) => {
        if (connections.size === 0) resolve();
        else whenEmpty = resolve;
      });
      for (const socket of handshakes) socket.destroy();
      for (const connection of connections) connection.stopReading();
      // A proof may turn out to be a block. What is answered is written in the turns after.
      do {
        await Promise.allSettled(pending);
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      } while (pending.size > 0);
      for (const connection of connections) connection.close();
      const patience = setTimeout(() => {
        for (const connection of connections) connection.destroy();
      }, lingerMs);
      await Promise.all([closed, emptied]);
      clearTimeout(patience);
    },
  };
}

/** What a miner's page counts; the others are the pool's own affair. */
const countedReject: Readonly<Partial<Record<RejectReason, CountedReject>>> = {
  stale: 'stale',
  duplicate: 'duplicate',
  'low-difficulty': 'low-difficulty',
  malformed: 'malformed',
  'time-out-of-range': 'malformed',
  'version-bits': 'malformed',
};

/** Ends that an operator hears of: somebody has taken more than there is for one. */
const limitEnds: ReadonlySet<EndReason> = new Set([
  'byte-flood',
  'slow-line',
  'slow-reader',
  'line-too-long',
  'no-share',
  'evicted',
]);

const ignore = (): void => {};
const connectionLimitText = 'Too many connections from your network: use a proxy';
const noShareText = 'No accepted share since you connected: check the algorithm and the difficulty';

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 1024 }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function candidateOf(algorithm: string, block: FoundBlock, submission: Uint8Array): BlockCandidate {
  const { job, login } = block;
  const { coin, network, address, memo, worker } = login;
  return {
    algorithm,
    chain: job.chain,
    height: job.height,
    hash: block.hash,
    submission,
    networkWork: job.networkWork,
    account: { coin, network, address, memo },
    worker,
    foundAt: block.at,
  };
}
