import { createServer, type Server, type Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { OpenJob } from '@openlode/stratum/core/jobs';
import { judgeConnection } from './connection-sweep.ts';
import type { ConnectionPermit } from './connection-permit.ts';
import { ListenerHost } from './listener-host.ts';
import { defaultLimits, type ListenerLimits } from './listener-limits.ts';
import { SharedLine } from './shared-line.ts';
import type { StratumListenerOptions } from './listener-options.ts';
import { MinerConnection } from './miner-connection.ts';
import type { MovedConnection, MovedListener } from './move-miners.ts';
import { takeProxyHeader } from './proxied-socket.ts';

const sweepMs = 1000;
const keepAliveAfterMs = 60_000;
const lingerMs = 500;
/** How long jobs are made before other work gets its turn. */
const turnMs = 8;

/** Listens for miners of one algorithm on one port. */
export async function startStratumListener(options: StratumListenerOptions): Promise<StratumListener> {
  const listener = new StratumListener(options);
  await listener.start();
  return listener;
}

/** The sockets of one port: accepts them within the limits, gives them jobs, and closes those that must go. */
export class StratumListener implements MovedListener {
  readonly #options: StratumListenerOptions;
  readonly #limits: ListenerLimits;
  readonly #host: ListenerHost;
  readonly #server: Server;
  readonly #connections = new Set<MinerConnection>();
  readonly #handshakes = new Set<Socket>();
  readonly #stops: (() => void)[] = [];
  /** Whether each session is given jobs that are made for it alone. */
  readonly #ownJobs: boolean;
  #spreading: NodeJS.Immediate | undefined;
  #port = 0;
  #isClosing = false;
  /** Resolves when the port is free and every socket of it is gone; undefined while connections are taken. */
  #closed: Promise<void> | undefined;
  #whenEmpty = nothing;

  constructor(options: StratumListenerOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#host = new ListenerHost(options, this.#limits);
    this.#ownJobs = options.dialects.every(({ numbers }) => numbers === undefined);
    this.#server = createServer(
      { noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveAfterMs },
      (socket) => this.#accept(socket),
    );
    this.#server.maxConnections = this.#limits.connectionsMax;
  }

  get port(): number {
    return this.#port;
  }

  connections(): number {
    return this.#connections.size;
  }

  /** Those that are there now. */
  get connected(): Iterable<MovedConnection> {
    return this.#connections;
  }

  /** Whether it takes no more connections. */
  get isDraining(): boolean {
    return this.#closed !== undefined;
  }

  /** Whether any connection has logged in. */
  hasMiners(): boolean {
    for (const { authorized } of this.#connections) if (authorized) return true;
    return false;
  }

  async start(): Promise<void> {
    const { host, port, feed, extranonces } = this.#options;
    this.#port = await listen(this.#server, host, port);
    const stopJobs = feed.onJob((opened) => this.#fanOut(opened));
    const stopRetiring = extranonces.onRetire(() => this.#withdrawAll());
    // One timer for all connections: ten thousand timers would cost more.
    const sweeper = setInterval(() => this.#sweep(), sweepMs);
    this.#stops.push(stopJobs, stopRetiring, () => clearInterval(sweeper));
  }

  /** Takes no more connections; those that are there are served on. */
  stopAccepting(): Promise<void> {
    this.#closed ??= new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    return this.#closed;
  }

  /** Takes no more lines, waits for blocks that are being stored, closes all connections. The accumulator stays open. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#host.isClosing = true;
    for (const stop of this.#stops) stop();
    clearImmediate(this.#spreading);
    this.#host.readQueue.close();
    const closed = this.stopAccepting();
    const emptied = new Promise<void>((resolve) => {
      if (this.#connections.size === 0) resolve();
      else this.#whenEmpty = resolve;
    });
    for (const socket of this.#handshakes) socket.destroy();
    for (const connection of this.#connections) connection.stopReading();
    await this.#host.settled();
    for (const connection of this.#connections) connection.close();
    const limit = setTimeout(() => {
      for (const connection of this.#connections) connection.destroy();
    }, lingerMs);
    await Promise.all([closed, emptied]);
    clearTimeout(limit);
  }

  /** A connection of a balancer first says whom it is for. */
  #accept(socket: Socket): void {
    // Broken sockets are everyday life for a pool; `close` follows every error.
    socket.on('error', nothing);
    const address = socket.remoteAddress;
    if (this.#isClosing || address === undefined) {
      socket.destroy();
      return;
    }
    if (this.#options.isBalancer?.(address) !== true) return this.#admit(socket, address);
    this.#handshakes.add(socket);
    socket.once('close', () => this.#handshakes.delete(socket));
    takeProxyHeader(socket, { waitMs: this.#limits.handshakeSeconds * 1000 }, (client) => {
      this.#handshakes.delete(socket);
      if (this.#isClosing) socket.destroy();
      else this.#admit(socket, client ?? address);
    });
  }

  /** A connection that is refused here has cost no handshake and no session. */
  #admit(socket: Socket, address: string): void {
    const { gate, minerLog, tls, dialects } = this.#options;
    const admission = gate.admit(address);
    if (admission.kind !== 'admitted') {
      minerLog.note('connection-refused', admission.clientAddress, admission.kind);
      // A client address that connects over and over is not worth an answer.
      if (tls === undefined && admission.kind !== 'too-fast') {
        const text = admission.kind === 'banned' ? admission.text : connectionLimitText;
        socket.write(dialects[0].notice(text), 'latin1');
        socket.destroySoon();
      } else socket.destroy();
      return;
    }
    const { permit } = admission;
    socket.on('close', () => permit.leave());
    permit.onEvict(() => socket.destroy());
    if (tls === undefined) this.#onConnected(socket, permit);
    else this.#tlsHandshake(socket, permit, tls.context());
  }

  #tlsHandshake(socket: Socket, permit: ConnectionPermit, secureContext: SecureContext): void {
    const secured = new TLSSocket(socket, { isServer: true, secureContext });
    const limit = setTimeout(() => secured.destroy(), this.#limits.handshakeSeconds * 1000);
    const done = (): void => {
      clearTimeout(limit);
      this.#handshakes.delete(secured);
    };
    this.#handshakes.add(secured);
    secured.on('error', nothing);
    secured.once('close', () => {
      done();
      socket.destroy();
    });
    secured.once('secure', () => {
      done();
      if (this.#isClosing) secured.destroy();
      else this.#onConnected(secured, permit);
    });
  }

  #onConnected(socket: Socket, permit: ConnectionPermit): void {
    const { extranonces, metrics } = this.#options;
    const extranonce1 = extranonces.take();
    if (extranonce1 === undefined) {
      socket.destroy();
      return;
    }
    const connection = new MinerConnection(socket, extranonce1, permit, this.#host);
    this.#connections.add(connection);
    metrics?.onSession(1);
    socket.on('close', () => this.#onClosed(connection));
  }

  #onClosed(connection: MinerConnection): void {
    const { connectedWorkers, reported, extranonces, feed, rules, metrics, load } = this.#options;
    this.#connections.delete(connection);
    this.#options.seats?.leave(connection);
    load?.leave(connection);
    connectedWorkers?.leave(connection);
    reported?.leave(connection);
    const { grants, extranonce1 } = connection;
    extranonces.giveBack(
      extranonce1,
      grants.length === 0 ? undefined : { jobs: feed.registry, rules, grants },
    );
    metrics?.onSession(-1);
    if (this.#connections.size === 0) this.#whenEmpty();
  }

  #fanOut(opened: OpenJob): void {
    clearImmediate(this.#spreading);
    const shared = new SharedLine();
    if (this.#ownJobs) this.#spread([...this.#connections], opened, shared);
    else for (const connection of this.#connections) this.#giveJob(connection, opened, shared);
  }

  /**
   * Building a block for each of ten thousand sessions takes a second or two of hashing, so shares are answered in between. A job that
   * opens meanwhile goes to every session, also to those that this one has not reached yet.
   */
  #spread(connections: readonly MinerConnection[], opened: OpenJob, shared: SharedLine): void {
    const started = performance.now();
    for (const [index, connection] of connections.entries()) {
      if (performance.now() - started > turnMs) {
        this.#spreading = setImmediate(() => this.#spread(connections.slice(index), opened, shared));
        return;
      }
      if (this.#connections.has(connection)) this.#giveJob(connection, opened, shared);
    }
  }

  #giveJob(connection: MinerConnection, opened: OpenJob, shared: SharedLine): void {
    if (!connection.withdrawn) connection.giveJob(opened, shared);
    else {
      const extranonce1 = this.#options.extranonces.take();
      if (extranonce1 !== undefined) connection.renumber(extranonce1, opened, shared);
    }
  }

  #withdrawAll(): void {
    for (const connection of this.#connections) if (!connection.withdraw()) connection.destroy();
  }

  #sweep(): void {
    this.#options.minerLog.flush();
    for (const connection of this.#connections) this.#sweepOne(connection);
  }

  #sweepOne(connection: MinerConnection): void {
    connection.tick();
    const verdict = judgeConnection(connection, this.#limits);
    if (verdict === 'slow-line') this.#host.onDisconnect(verdict, connection);
    if (verdict === 'slow-line' || verdict === 'overdue') return connection.destroy();
    if (verdict === 'byte-flood') return connection.closeForBytes();
    const expulsion = this.#host.expulsionOf(connection);
    if (expulsion !== undefined) connection.dismiss('expelled', expulsion);
    else if (verdict === 'no-share') connection.dismiss('no-share', noShareText);
  }
}

const nothing = (): void => {};
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
