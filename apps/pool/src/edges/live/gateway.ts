import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { toLiveEvent } from '@openlode/contracts/live/account-event-wire';
import type { ClientEvents, LiveAck, ServerEvents } from '@openlode/contracts/live/events';
import { lastRewardEventNames } from '@openlode/contracts/wire-names';
import { Server as Engine } from 'engine.io';
import { Server, type Socket } from 'socket.io';
import { presentPaymentStatus } from '../present/present-payments.ts';
import type { LiveEvent, Publisher } from '../../domain/kernel/publisher.ts';
import { every } from './every.ts';
import { fairOrder } from './fair-order.ts';
import { accountOfRoom, accountRoom, roomsMax } from './rooms.ts';
import { type LimitReason, takeUpgrades, type UpgradeVerdict } from './take-upgrades.ts';
import { Turns } from './turns.ts';
import type { LiveTotals, LiveViews } from './views.ts';
import { freeVisit, usualVisitLimits, type Visit, type VisitLimits, Visits } from './visits.ts';

export interface Gateway extends Publisher {
  /** Anything may have happened that nobody told: every watcher is told what holds now, and fetches what it missed. */
  catchUp(): void;
  /** Takes over WebSocket requests of this server: those that `judge` admits, to `/socket.io`. */
  attach(server: HttpServer, judge: (request: IncomingMessage) => UpgradeVerdict): void;
  /** Watchers connected now. */
  sockets(): number;
  /** How many joins of accounts hold now, over all watchers. */
  rooms(): number;
  close(): Promise<void>;
}

export interface GatewayOptions {
  /** Of the web app that this server serves: an older page offers to reload. */
  readonly version: string;
  readonly views: LiveViews;
  readonly onError: (error: unknown) => void;
  /** A socket was not let in, or was closed, because it or its source does too much. */
  readonly onLimit?: (reason: LimitReason) => void;
  readonly limits?: VisitLimits;
  /** How often hashrates that fall without a word, and the totals of the pool, are looked at. */
  readonly looks?: { readonly summariesMs: number; readonly totalsMs: number };
  /** How often a page is asked for a sign of life, and how long it may take to give one. */
  readonly heartbeat?: { readonly everyMs: number; readonly patienceMs: number };
}

const messageBytesMax = 16_384;
const messagesPerSecondMax = 10;
/** Shares arrive all the time; watchers see the sum of them once a second. */
const summaryEveryMs = 1000;
const usualLooks = { summariesMs: 30_000, totalsMs: 5000 };
/** A page that has gone is noticed within 45 s. */
const usualHeartbeat = { everyMs: 25_000, patienceMs: 20_000 };
/** A page that reads so slowly that this much waits for it is let go; it comes back and catches up. */
const waitingBytesMax = 1_048_576;
const waitingLookMs = 2000;
/** Pages that catch up ask several things each: so many rooms at a time, and not all at once. */
const catchUpRooms = 50;
const catchUpEveryMs = 100;
/** Looking at summaries takes so long at a time; the rest is looked at in the next turn, first of all. */
const summariesLookMs = 1500;

/**
 * The live channel: one room an account, joined by its id, and totals for everybody. It only ever sends what has committed. Work
 * for nobody is not done: without a watcher nothing is read.
 */
export function openGateway({
  version,
  views,
  onError,
  onLimit = () => undefined,
  limits = usualVisitLimits,
  looks = usualLooks,
  heartbeat = usualHeartbeat,
}: GatewayOptions): Gateway {
  const engine = new Engine({
    transports: ['websocket'],
    allowUpgrades: false,
    perMessageDeflate: false,
    maxHttpBufferSize: messageBytesMax,
    pingInterval: heartbeat.everyMs,
    pingTimeout: heartbeat.patienceMs,
  });
  const io = new Server<ClientEvents, ServerEvents, object, SocketData>({
    serveClient: false,
    connectTimeout: 5000,
  });
  io.bind(engine);
  const visits = new Visits(limits);
  let visitOf: (request: IncomingMessage) => Visit | undefined = () => undefined;
  const turns = new Turns(onError);
  const dueSummaries = new Map<string, NodeJS.Timeout>();
  const dueCatchUps = new Set<string>();
  let catchUpTimer: NodeJS.Timeout | undefined;
  const toldSummaries = new Map<string, string>();
  const toldWorkers = new Map<string, Map<string, string>>();
  let toldTotals: Partial<LiveTotals> = {};
  /** When each watched account was last looked at. */
  const lookedAt = new Map<string, number>();
  /** Watched ids under which nobody has mined yet: there is nothing to look at. */
  const unknown = new Set<string>();
  io.of('/').adapter.on('delete-room', (room: string) => {
    toldSummaries.delete(room);
    toldWorkers.delete(room);
    const uuid = accountOfRoom(room);
    if (uuid === undefined) return;
    lookedAt.delete(uuid);
    unknown.delete(uuid);
  });

  io.on('connection', (socket) => {
    const mayAsk = rateGate(messagesPerSecondMax);
    socket.data.visit = visitOf(socket.request) ?? freeVisit('');
    socket.data.unknown = new Set();
    socket.emit('version', { p: 'web', v: version, f: false });
    socket.on('join_account', (uuid, ack) => {
      if (!mayAsk()) return answer(ack, tooFast);
      join(socket, uuid).then((result) => answer(ack, result), onError);
    });
    socket.on('leave_account', (uuid, ack) => answer(ack, mayAsk() ? leave(socket, uuid) : tooFast));
  });

  async function join(socket: PageSocket, uuid: unknown): Promise<LiveAck> {
    const room = accountRoom(uuid);
    if (room === undefined) return notAnAccount;
    if (socket.rooms.has(room)) return done;
    const id = uuid as string;
    const isKnown = (watched(id) && !unknown.has(id)) || (await views.exists(id));
    if (!socket.connected || socket.rooms.has(room)) return done;
    // One room is the socket's own.
    if (socket.rooms.size > roomsMax)
      return { success: false, msg: `One page can watch ${roomsMax} accounts at once` };
    if (!isKnown) {
      if (!socket.data.visit.takeUnknown()) return tooManyUnknown;
      socket.data.unknown.add(room);
      unknown.add(id);
    } else unknown.delete(id);
    void socket.join(room);
    return done;
  }

  const watched = (uuid: string): boolean => io.of('/').adapter.rooms.has(`account:${uuid}`);
  const watchers = (uuid: string) => io.to(`account:${uuid}`);

  function publishOne(event: LiveEvent): void {
    if (event.kind === 'algorithm-rewarded') {
      const seconds = Math.floor(event.at / 1000);
      for (const name of lastRewardEventNames(event.algorithm)) io.emit(name, seconds);
      return;
    }
    if (event.kind === 'reload-pages') {
      io.emit('version', { p: 'web', v: version, f: true });
      return;
    }
    const { uuid } = event;
    if (!watched(uuid)) return;
    unknown.delete(uuid);
    if (event.kind === 'account-worked') return summarySoon(uuid);
    turns.take(uuid, async () => {
      if (event.kind === 'account-event') {
        const shown = await views.event(uuid, event.event);
        if (shown !== undefined) watchers(uuid).emit('event', toLiveEvent(uuid, shown));
      } else if (event.kind === 'payment-changed') {
        watchers(uuid).emit('payment_status', presentPaymentStatus(uuid, event.coin, event.payment));
      } else {
        const balance = await views.balance(uuid);
        if (balance !== undefined) watchers(uuid).emit('balance', balance);
      }
    });
  }

  function summarySoon(uuid: string): void {
    if (dueSummaries.has(uuid)) return;
    const send = (): void => {
      dueSummaries.delete(uuid);
      turns.take(uuid, () => tellSummary(uuid, { always: true }));
    };
    dueSummaries.set(uuid, setTimeout(send, summaryEveryMs));
  }

  async function tellSummary(uuid: string, { always }: { readonly always: boolean }): Promise<void> {
    const summary = await views.summary(uuid);
    if (summary === undefined || !watched(uuid)) return;
    const text = JSON.stringify(summary);
    if (!always && toldSummaries.get(`account:${uuid}`) === text) return;
    toldSummaries.set(`account:${uuid}`, text);
    watchers(uuid).emit('summary', summary);
  }

  /** Nobody says a word when a miner stops, but its hashrate falls: one account after another is looked at. */
  async function lookAtSummaries(): Promise<void> {
    const until = performance.now() + summariesLookMs;
    for (const uuid of fairOrder(watchedAccounts())) {
      if (performance.now() > until) return;
      if (dueSummaries.has(uuid) || !watched(uuid)) continue;
      lookedAt.set(uuid, performance.now());
      await new Promise<void>((resolve) => {
        const tell = async (): Promise<void> => {
          await tellSummary(uuid, { always: false });
          await tellWorkers(uuid);
        };
        turns.take(uuid, () => tell().finally(resolve));
      });
    }
  }

  function watchedAccounts() {
    const { rooms } = io.of('/').adapter;
    return [...rooms].flatMap(([room, members]) => {
      const uuid = accountOfRoom(room);
      if (uuid === undefined || unknown.has(uuid)) return [];
      const sources = new Set<string>();
      for (const id of members) sources.add(io.of('/').sockets.get(id)?.data.visit.source ?? '');
      return [{ uuid, sources, lookedAt: lookedAt.get(uuid) ?? 0 }];
    });
  }

  /** Under the older name each worker is told apart; only those of which something has changed. */
  async function tellWorkers(uuid: string): Promise<void> {
    const workers = await views.workers(uuid);
    if (!watched(uuid)) return;
    const told = toldWorkers.get(`account:${uuid}`) ?? new Map<string, string>();
    const now = new Map(workers.map((worker) => [`${worker.al} ${worker.n}`, JSON.stringify(worker)]));
    for (const worker of workers) {
      const name = `${worker.al} ${worker.n}`;
      if (told.get(name) !== now.get(name)) watchers(uuid).emit('hr_worker', worker);
    }
    toldWorkers.set(`account:${uuid}`, now);
  }

  /** What a page does not read waits in the memory of this process. */
  async function letGoOfSlowPages(): Promise<void> {
    for (const { conn } of io.of('/').sockets.values()) {
      // A farewell would wait behind all that is not read.
      if (waitingBytes(conn) > waitingBytesMax) webSocketOf(conn)?.terminate?.();
    }
  }

  async function lookAtTotals(): Promise<void> {
    // A connection that has not said hello yet would miss what is told now, and it is told once.
    if (io.of('/').sockets.size === 0) return;
    const totals = await views.totals();
    if (totals.workers !== toldTotals.workers) {
      io.emit('statsWorkers', totals.workers);
      io.emit('stats_workers', totals.workers);
    }
    if (totals.miners !== toldTotals.miners) io.emit('statsMiners', totals.miners);
    if (totals.paid !== toldTotals.paid) {
      io.emit('statsPaid', totals.paid);
      io.emit('stats_paid', totals.paid);
    }
    toldTotals = totals;
  }

  async function catchUpRoom(uuid: string): Promise<void> {
    const balance = await views.balance(uuid);
    if (balance !== undefined) watchers(uuid).emit('balance', balance);
    await tellSummary(uuid, { always: true });
    if (balance !== undefined) unknown.delete(uuid);
    watchers(uuid).emit('catch_up', { uuid });
  }

  function catchUpNext(): void {
    catchUpTimer = undefined;
    for (const uuid of [...dueCatchUps].slice(0, catchUpRooms)) {
      dueCatchUps.delete(uuid);
      if (watched(uuid)) turns.take(uuid, () => catchUpRoom(uuid));
    }
    if (dueCatchUps.size > 0) catchUpTimer = setTimeout(catchUpNext, catchUpEveryMs);
  }

  const repetitions = [
    every(looks.summariesMs, lookAtSummaries, onError),
    every(looks.totalsMs, lookAtTotals, onError),
    every(waitingLookMs, letGoOfSlowPages, onError),
  ];

  return {
    attach: (server, judge) => {
      visitOf = takeUpgrades(server, engine, { visits, judge, onLimit });
    },
    sockets: () => engine.clientsCount,
    rooms: () =>
      [...io.of('/').adapter.rooms].reduce(
        (sum, [room, members]) => sum + (accountOfRoom(room) === undefined ? 0 : members.size),
        0,
      ),
    publish: (events) => {
      for (const event of events) publishOne(event);
    },
    catchUp: () => {
      for (const room of io.of('/').adapter.rooms.keys()) {
        const uuid = accountOfRoom(room);
        if (uuid !== undefined) dueCatchUps.add(uuid);
      }
      if (dueCatchUps.size > 0) catchUpTimer ??= setTimeout(catchUpNext, catchUpEveryMs);
    },
    close: async () => {
      await Promise.all(repetitions.map((repetition) => repetition.stop()));
      for (const timer of dueSummaries.values()) clearTimeout(timer);
      dueSummaries.clear();
      clearTimeout(catchUpTimer);
      await turns.settled();
      // Pages come back by themselves after a lost connection, but not after being told to go.
      engine.close();
    },
  };
}

interface PageWebSocket {
  readonly bufferedAmount?: number;
  terminate?(): void;
}

/** The WebSocket under a connection of the engine, which does not name it in its types. */
function webSocketOf(conn: unknown): PageWebSocket | undefined {
  return (conn as { readonly transport: { readonly socket?: PageWebSocket } }).transport.socket;
}

/** What the engine and its WebSocket hold for a page. */
function waitingBytes(conn: unknown): number {
  const { writeBuffer } = conn as { readonly writeBuffer: readonly { readonly data?: string }[] };
  const inEngine = writeBuffer.reduce((sum, { data = '' }) => sum + data.length, 0);
  return inEngine + (webSocketOf(conn)?.bufferedAmount ?? 0);
}

interface SocketData {
  visit: Visit;
  /** Its rooms of accounts that did not exist when it joined. */
  unknown: Set<string>;
}

type PageSocket = Socket<ClientEvents, ServerEvents, object, SocketData>;

const tooManyUnknown: LiveAck = {
  success: false,
  msg: 'Too many addresses that nobody has mined to yet are watched from here',
};
const tooFast: LiveAck = { success: false, msg: 'Too many requests, please slow down' };
const notAnAccount: LiveAck = { success: false, msg: 'That is not an account id' };
const done: LiveAck = { success: true, msg: 'Ok' };

function leave(socket: PageSocket, uuid: unknown): LiveAck {
  const room = accountRoom(uuid);
  if (room === undefined) return notAnAccount;
  if (socket.data.unknown.delete(room)) socket.data.visit.giveUnknown();
  void socket.leave(room);
  return done;
}

/** A client may send anything in place of an acknowledgement. */
function answer(ack: unknown, result: LiveAck): void {
  if (typeof ack === 'function') ack(result);
}

/** Lets so many calls a second through. */
function rateGate(perSecond: number): () => boolean {
  let second = 0;
  let used = 0;
  return () => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) {
      second = now;
      used = 0;
    }
    used += 1;
    return used <= perSecond;
  };
}
