import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { ClientEvents, LiveAck, ServerEvents } from '@openlode/contracts/live/events';
import { lastRewardEventNames } from '@openlode/contracts/wire-names';
import { Server as Engine } from 'engine.io';
import { Server } from 'socket.io';
import type { LiveEvent, Publisher } from '../../domain/kernel/publisher.ts';
import { MinerRooms, type LiveServer, type PageSocket } from './miner-rooms.ts';
import { MinerUpdates } from './miner-updates.ts';
import { CatchUpQueue } from './catch-up-queue.ts';
import { repeat, type Repetition } from './repeat.ts';
import { minerRoom, roomsMax } from './rooms.ts';
import { dropSlowPages } from './slow-pages.ts';
import { exemptSocketPermit, type SocketLimits, SocketPermits, usualSocketLimits } from './socket-permits.ts';
import { type LimitReason, type PermitOf, takeUpgrades, type UpgradeVerdict } from './take-upgrades.ts';
import { TotalsBroadcast } from './totals-broadcast.ts';
import type { LiveViews } from './views.ts';
import { type BucketRules, fullBucket, takeTokens } from '@openlode/stratum/core/token-bucket';

export interface GatewayOptions {
  /** Of the web app that this server serves: an older page offers to reload. */
  readonly version: string;
  readonly views: LiveViews;
  readonly onError: (error: unknown) => void;
  /** A socket was refused or closed, because it or its client address exceeds a limit. */
  readonly onLimit?: (reason: LimitReason) => void;
  readonly limits?: SocketLimits;
  /** How often hashrates that fall without an event, and the totals of the pool, are checked. */
  readonly looks?: { readonly summariesMs: number; readonly totalsMs: number };
  /** How often a page is pinged, and how long its answer may take. */
  readonly heartbeat?: { readonly everyMs: number; readonly waitLimitMs: number };
}

const messageBytesMax = 16_384;
const askedRules: BucketRules = { perSecond: 10, burst: 10 };
const usualLooks = { summariesMs: 30_000, totalsMs: 5000 };
/** A page that has gone is noticed within 45 s. */
const usualHeartbeat = { everyMs: 25_000, waitLimitMs: 20_000 };
const slowPagesEveryMs = 2000;

export function openGateway(options: GatewayOptions): Gateway {
  return new Gateway(options);
}

/** The live channel: one room for each miner, joined by its id, and totals for all pages. It only ever sends what has committed. */
export class Gateway implements Publisher {
  readonly #options: GatewayOptions;
  readonly #engine: Engine;
  readonly #io: LiveServer;
  readonly #permits: SocketPermits;
  readonly #rooms: MinerRooms;
  readonly #updates: MinerUpdates;
  readonly #catchUps: CatchUpQueue;
  readonly #repetitions: readonly Repetition[];
  #permitOf: PermitOf = () => undefined;

  constructor(options: GatewayOptions) {
    this.#options = options;
    const { views, onError, limits = usualSocketLimits } = options;
    const { looks = usualLooks, heartbeat = usualHeartbeat } = options;
    this.#engine = new Engine({
      transports: ['websocket'],
      allowUpgrades: false,
      perMessageDeflate: false,
      maxHttpBufferSize: messageBytesMax,
      pingInterval: heartbeat.everyMs,
      pingTimeout: heartbeat.waitLimitMs,
    });
    this.#io = new Server<ClientEvents, ServerEvents>({ serveClient: false, connectTimeout: 5000 });
    this.#io.bind(this.#engine);
    this.#permits = new SocketPermits(limits);
    this.#rooms = new MinerRooms(this.#io, (uuid) => this.#updates.forget(uuid));
    this.#updates = new MinerUpdates(this.#rooms, views, onError);
    this.#catchUps = new CatchUpQueue((uuid) => {
      if (this.#rooms.has(uuid)) this.#updates.catchUp(uuid);
    });
    this.#io.on('connection', (socket) => this.#onConnection(socket));
    const totals = new TotalsBroadcast(this.#io, views);
    this.#repetitions = [
      repeat(looks.summariesMs, () => this.#updates.checkSummaries(), onError),
      repeat(looks.totalsMs, () => totals.check(), onError),
      repeat(slowPagesEveryMs, async () => dropSlowPages(this.#io), onError),
    ];
  }

  /** Takes over WebSocket requests of this server: those that `judge` admits, to `/socket.io`. */
  attach(server: HttpServer, judge: (request: IncomingMessage) => UpgradeVerdict): void {
    const { onLimit = () => undefined } = this.#options;
    this.#permitOf = takeUpgrades(server, this.#engine, { permits: this.#permits, judge, onLimit });
  }

  publish(events: readonly LiveEvent[]): void {
    for (const event of events) {
      if (event.kind === 'algorithm-rewarded') {
        const seconds = Math.floor(event.at / 1000);
        for (const name of lastRewardEventNames(event.algorithm)) this.#io.emit(name, seconds);
      } else if (event.kind === 'reload-pages') {
        this.#io.emit('version', { p: 'web', v: this.#options.version, f: true });
      } else this.#updates.send(event);
    }
  }

  /** Events may have been missed: every watcher gets the present state, and fetches what it missed. */
  catchUp(): void {
    this.#catchUps.add(this.#rooms.uuids());
  }

  /** Watchers connected now. */
  sockets(): number {
    return this.#engine.clientsCount;
  }

  /** How many joins of miners hold now, over all watchers. */
  rooms(): number {
    return this.#rooms.joins();
  }

  async close(): Promise<void> {
    await Promise.all(this.#repetitions.map((repetition) => repetition.stop()));
    this.#catchUps.close();
    await this.#updates.close();
    // Pages come back by themselves after a lost connection, but not after a disconnect message.
    this.#engine.close();
  }

  #onConnection(socket: PageSocket): void {
    const asked = fullBucket(askedRules, performance.now());
    const mayAsk = (): boolean => takeTokens(asked, askedRules, 1, performance.now());
    socket.data.permit = this.#permitOf(socket.request) ?? exemptSocketPermit('');
    socket.data.unknown = new Set();
    socket.emit('version', { p: 'web', v: this.#options.version, f: false });
    socket.on('join_account', (uuid, ack) => {
      if (!mayAsk()) return answer(ack, tooFast);
      this.#join(socket, uuid).then((result) => answer(ack, result), this.#options.onError);
    });
    socket.on('leave_account', (uuid, ack) => answer(ack, mayAsk() ? leave(socket, uuid) : tooFast));
  }

  async #join(socket: PageSocket, uuid: unknown): Promise<LiveAck> {
    const room = minerRoom(uuid);
    if (room === undefined) return notAMiner;
    if (socket.rooms.has(room)) return done;
    const id = uuid as string;
    const isKnown = this.#rooms.hasKnown(id) || (await this.#options.views.exists(id));
    if (!socket.connected || socket.rooms.has(room)) return done;
    // One room is the socket's own.
    if (socket.rooms.size > roomsMax)
      return { success: false, msg: `One page can watch ${roomsMax} accounts at once` };
    if (!isKnown) {
      if (!socket.data.permit.takeUnknown()) return tooManyUnknown;
      socket.data.unknown.add(room);
    }
    this.#rooms.setKnown(id, isKnown);
    void socket.join(room);
    return done;
  }
}

const tooManyUnknown: LiveAck = {
  success: false,
  msg: 'Too many addresses without an accepted share are watched from here',
};
const tooFast: LiveAck = { success: false, msg: 'Too many requests, please slow down' };
const notAMiner: LiveAck = { success: false, msg: 'That is not the id of a miner' };
const done: LiveAck = { success: true, msg: 'Ok' };

function leave(socket: PageSocket, uuid: unknown): LiveAck {
  const room = minerRoom(uuid);
  if (room === undefined) return notAMiner;
  if (socket.data.unknown.delete(room)) socket.data.permit.giveUnknown();
  void socket.leave(room);
  return done;
}

/** A client may send anything in place of an acknowledgement. */
function answer(ack: unknown, result: LiveAck): void {
  if (typeof ack === 'function') ack(result);
}
