import { createServer, type Server, type Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { OpenJob } from '@openlode/stratum/core/jobs';
import { clientAddressOf } from './client-address.ts';
import { judgeConnection } from './connection-sweep.ts';
import type { ConnectionPermit } from './connection-permit.ts';
import type { ListenerHost } from './listener-host.ts';
import { defaultLimits, type ListenerLimits } from './listener-limits.ts';
import { ServedSource } from './served-source.ts';
import type { SharedLine } from './shared-line.ts';
import { SweepTurns, sweepTurnMs } from './sweep-turns.ts';
import type { StratumListenerOptions } from './listener-options.ts';
import { MinerConnection } from './miner-connection.ts';
import type { MovedConnection, MovedListener } from './move-miners.ts';
import { takeProxyHeader } from '../../runtime/proxy-protocol/proxied-socket.ts';

const keepAliveAfterMs = 60_000;
const lingerMs = 500;

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
  /** In the order of the algorithm's sources of work. */
  readonly #sources: readonly [ServedSource, ...ServedSource[]];
  readonly #server: Server;
  readonly #connections = new Map<MinerConnection, ServedSource>();
  readonly #handshakes = new Set<Socket>();
  readonly #swept = new SweepTurns<readonly [MinerConnection, ServedSource]>();
  readonly #stops: (() => void)[] = [];
  #port = 0;
  #isClosing = false;
  /** Resolves when the port is free and every socket of it is gone; undefined while connections are taken. */
  #closed: Promise<void> | undefined;
  #whenEmpty = nothing;

  constructor(options: StratumListenerOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    const { further = [], seats: _seats, verifier: _verifier, load: _load, ...shared } = options;
    const serve = (source: StratumListenerOptions): ServedSource =>
      new ServedSource(source, this.#limits, (...job) => this.#giveJob(...job));
    this.#sources = [serve(options), ...further.map((source) => serve({ ...shared, ...source }))];
    this.#server = createServer(
      { noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveAfterMs },
      (socket) => this.#accept(socket),
    );
    this.#server.maxConnections = this.#limits.connectionsMax;
  }

  get port(): number {
    return this.#port;
  }

  get isSecure(): boolean {
    return this.#options.tls !== undefined;
  }

  connections(): number {
    return this.#connections.size;
  }

  /** Those that are there now. */
  get connected(): Iterable<MinerConnection> {
    return this.#connections.keys();
  }

  /** Those among them whose work is of another source than this one of the algorithm's order. */
  *connectedElsewhere(using: number): Iterable<MovedConnection> {
    for (const [index, { connections }] of this.#sources.entries()) if (index !== using) yield* connections;
  }

  /** Lets all connections go, with the reason: no source has given work for too long. */
  letAllGo(text: string): void {
    for (const connection of this.#connections.keys())
      if (!connection.ending) connection.dismiss('no-work', text);
  }

  /** Whether it takes no more connections. */
  get isDraining(): boolean {
    return this.#closed !== undefined;
  }

  /** Whether any connection has logged in. */
  hasMiners(): boolean {
    for (const { authorized } of this.#connections.keys()) if (authorized) return true;
    return false;
  }

  async start(): Promise<void> {
    const { host, port, extranonces } = this.#options;
    this.#port = await listen(this.#server, host, port);
    for (const source of this.#sources) source.start();
    const stopRetiring = extranonces.onRetire(() => this.#withdrawAll());
    // One timer for all connections: ten thousand timers would cost more.
    const sweeper = setInterval(() => this.#sweep(), sweepTurnMs);
    this.#stops.push(stopRetiring, () => clearInterval(sweeper));
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
    for (const stop of this.#stops) stop();
    for (const source of this.#sources) source.stop();
    const closed = this.stopAccepting();
    const emptied = new Promise<void>((resolve) => {
      if (this.#connections.size === 0) resolve();
      else this.#whenEmpty = resolve;
    });
    for (const socket of this.#handshakes) socket.destroy();
    for (const connection of this.#connections.keys()) connection.stopReading();
    await Promise.all(this.#sources.map(({ host }) => host.settled()));
    for (const connection of this.#connections.keys()) connection.close();
    const limit = setTimeout(() => {
      for (const connection of this.#connections.keys()) connection.destroy();
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
    const { gate, minerLog, tls, order } = this.#options;
    const noWork = order?.noWork;
    const closedText = noWork ?? (gate.isPaused ? pausedText : undefined);
    // It takes nothing out of the budgets of its address: they are there for when there is work again, and all come at once.
    if (closedText !== undefined) {
      const why = noWork === undefined ? 'paused' : 'no-work';
      minerLog.note('connection-refused', clientAddressOf(address), why);
      return this.#refuse(socket, closedText);
    }
    const admission = gate.admit(address);
    if (admission.kind !== 'admitted') {
      minerLog.note('connection-refused', admission.clientAddress, admission.kind);
      // A client address that connects over and over is not worth an answer.
      if (admission.kind === 'too-fast') socket.destroy();
      else this.#refuse(socket, admission.kind === 'banned' ? admission.text : connectionLimitText);
      return;
    }
    const { permit } = admission;
    socket.on('close', () => permit.leave());
    permit.onEvict(() => socket.destroy());
    if (tls === undefined) this.#onConnected(socket, permit);
    else this.#tlsHandshake(socket, permit, tls.context());
  }

  /** Where it would take a handshake there is no word. */
  #refuse(socket: Socket, text: string): void {
    const { tls, dialects } = this.#options;
    if (tls !== undefined) {
      socket.destroy();
      return;
    }
    socket.write(dialects[0].notice(text), 'latin1');
    socket.destroySoon();
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
    const source = this.#sourceNow();
    const connection = new MinerConnection(socket, extranonce1, permit, source.host);
    this.#connections.set(connection, source);
    source.enter(connection);
    metrics?.onSession(1, this.#port);
    socket.on('close', () => this.#onClosed(connection, source));
  }

  /** Of a connection that comes: the one that is used, or where it is full the first behind it that has work and room. */
  #sourceNow(): ServedSource {
    const using = this.#options.order?.using ?? 0;
    const used = this.#sources[using] ?? this.#sources[0];
    if (used.options.feed.hasRoom !== false) return used;
    const behind = this.#sources.slice(using + 1);
    return (
      behind.find(({ options: { feed } }) => feed.hasWork && feed.hasRoom !== false) ??
      // It is refused there, with the reason.
      used
    );
  }

  #onClosed(connection: MinerConnection, source: ServedSource): void {
    const { connectedWorkers, reported, extranonces, metrics } = this.#options;
    this.#connections.delete(connection);
    source.leave(connection);
    connectedWorkers?.leave(connection);
    reported?.leave(connection);
    const { feed, rules } = source.options;
    const { grants, extranonce1 } = connection;
    extranonces.giveBack(
      extranonce1,
      grants.length === 0 ? undefined : { jobs: feed.registry, rules, grants },
    );
    metrics?.onSession(-1, this.#port);
    if (this.#connections.size === 0) this.#whenEmpty();
  }

  #giveJob(connection: MinerConnection, opened: OpenJob, shared: SharedLine): void {
    if (!connection.withdrawn) connection.giveJob(opened, shared);
    else {
      const extranonce1 = this.#options.extranonces.take();
      if (extranonce1 !== undefined) connection.renumber(extranonce1, opened, shared);
    }
  }

  #withdrawAll(): void {
    for (const connection of this.#connections.keys()) if (!connection.withdraw()) connection.destroy();
  }

  #sweep(): void {
    this.#options.minerLog.flush();
    for (const [connection, { host }] of this.#swept.next(this.#connections))
      if (this.#connections.has(connection)) this.#sweepOne(connection, host);
  }

  #sweepOne(connection: MinerConnection, host: ListenerHost): void {
    connection.tick();
    const verdict = judgeConnection(connection, this.#limits);
    if (verdict === 'slow-line') host.onDisconnect(verdict, connection);
    if (verdict === 'slow-line' || verdict === 'overdue') return connection.destroy();
    if (verdict === 'byte-flood') return connection.closeForBytes();
    const expulsion = host.expulsionOf(connection);
    if (expulsion !== undefined) connection.dismiss('expelled', expulsion);
    else if (verdict === 'no-share') connection.dismiss('no-share', noShareText);
  }
}

const nothing = (): void => {};
const pausedText = 'This pool takes no new connections for now: use your other pool meanwhile';
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
