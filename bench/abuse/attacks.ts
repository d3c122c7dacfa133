import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { RawPage } from '../../testing/raw-page.ts';
import type { Ports, Work } from './verbs.ts';

/** One attack: runs until it is aborted, counts what it does. */
export type Attack = (ports: Ports, attacker: Attacker) => Promise<void>;

export interface Attacker {
  readonly signal: AbortSignal;
  /** Counts a request, a write or a socket. */
  count(): void;
  /** A socket that is closed at the end. */
  open(port: number, localAddress?: string): Socket;
}

/** Whose name is taken: the first honest miner's. */
const VICTIM = `ETH:0x${'1'.padStart(40, '0')}.rig0`;
const login = `{"id":1,"method":"mining.subscribe","params":["x"]}\n{"id":2,"method":"mining.authorize","params":["${VICTIM}","x"]}\n`;
/** Connections a second at most, so that the attack is the pool's work and not the kernel's. */
const RECONNECT_MS = 20;

/** Asks for one path over and over on some connections, opened again when they are closed. */
function requests(path: () => string, connections: number): Attack {
  return async ({ http }, attacker) => {
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (!attacker.signal.aborted) {
          await askWhileOpen(attacker, attacker.open(http), path);
          await sleep(RECONNECT_MS);
        }
      }),
    );
  };
}

/** One request at a time, the next as soon as something has come back. */
function askWhileOpen(attacker: Attacker, socket: Socket, path: () => string): Promise<void> {
  return new Promise((resolve) => {
    const ask = (): void => {
      attacker.count();
      socket.write(`GET ${path()} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    };
    socket.on('connect', ask);
    socket.on('data', ask);
    socket.on('close', () => resolve());
  });
}

/** Asks for the largest script of the site, as it is before it is compressed. */
const largeFiles: Attack = async (ports, attacker) => {
  const page = await (await fetch(`http://127.0.0.1:${ports.http}/`)).text();
  const [file] = /\/assets\/first-[\w-]+\.js/.exec(page) ?? [];
  if (file === undefined) throw new Error('index.html names no script');
  await requests(() => file, 16)(ports, attacker);
};

/** Writes the same bytes as fast as they are taken; connects again when it is closed. */
function stratumFlood(bytes: Buffer): Attack {
  return async ({ stratum }, attacker) => {
    while (!attacker.signal.aborted) {
      await new Promise<void>((resolve) => {
        const socket = attacker.open(stratum);
        const write = (): void => {
          let isTaken = true;
          while (isTaken && !socket.destroyed && socket.writableLength < 1 << 20) {
            attacker.count();
            isTaken = socket.write(bytes);
          }
        };
        socket.on('connect', () => {
          socket.write(login);
          write();
        });
        socket.on('drain', write);
        socket.resume();
        socket.on('close', () => resolve());
      });
      await sleep(RECONNECT_MS);
    }
  };
}

/** Finding 5: a hundred connections under the victim's name that mine nothing, opened again when they are closed. */
const idle: Attack = async ({ stratum }, attacker) => {
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      while (!attacker.signal.aborted) {
        await new Promise<void>((resolve) => {
          const socket = attacker.open(stratum);
          attacker.count();
          socket.on('connect', () => socket.write(login));
          socket.resume();
          socket.on('close', () => resolve());
        });
        await sleep(RECONNECT_MS * 10);
      }
    }),
  );
};

const webSocketFlood: Attack = async ({ http }, attacker) => {
  const message = `42["x","${'x'.repeat(11_000)}"]`;
  const pages = Array.from({ length: 4 }, () => new RawPage({ port: http }));
  for (const page of pages) page.send('40');
  while (!attacker.signal.aborted) {
    for (const [index, page] of pages.entries()) {
      if (page.isClosed) pages[index] = new RawPage({ port: http });
      else if (page.socket.writableLength < 1 << 20)
        for (let count = 0; count < 20; count += 1) {
          attacker.count();
          page.send(message);
        }
    }
    await sleep(2);
  }
  for (const page of pages) page.socket.destroy();
};

/** Finding 9: 1,500 sockets, each in twenty rooms of miners that do not exist. */
const socketsAndRooms: Attack = async ({ http }, attacker) => {
  const pages: RawPage[] = [];
  while (!attacker.signal.aborted) {
    for (let count = 0; count < 20 && pages.length < 1500; count += 1) {
      const page = new RawPage({ port: http });
      attacker.count();
      page.onText = (text) => {
        if (text.startsWith('0{')) page.send('40');
        if (!text.startsWith('40{')) return;
        for (let room = 0; room < 20; room += 1) {
          const id = (pages.length * 20 + room).toString(16).padStart(12, '0');
          page.send(`42${room}["join_account","00000000-0000-8000-8000-${id}"]`);
        }
      };
      pages.push(page);
    }
    await sleep(20);
  }
  for (const page of pages) page.socket.destroy();
};

/** Finding 11: asks for much and never reads. */
const slowReaders: Attack = async ({ http }, attacker) => {
  const request = 'GET /api/v4/support HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(50);
  for (let count = 0; count < 40 && !attacker.signal.aborted; count += 1) {
    const socket = attacker.open(http);
    socket.pause();
    socket.on('connect', () => {
      attacker.count();
      socket.write(request);
    });
    await sleep(RECONNECT_MS);
  }
  await new Promise((resolve) => attacker.signal.addEventListener('abort', resolve, { once: true }));
};

/** A hundred connections, each with a mining address of its own, that send one made-up share after the other. */
function junkShares(addressOf: (index: number) => string): Attack {
  return async ({ stratum }, attacker) => {
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        while (!attacker.signal.aborted) {
          await sendJunk(attacker, attacker.open(stratum, addressOf(index)), index);
          await sleep(RECONNECT_MS * 10);
        }
      }),
    );
  };
}

function sendJunk(attacker: Attacker, socket: Socket, index: number): Promise<void> {
  const user = `ETH:0x${(0xdead0000 + index).toString(16).padStart(40, '0')}.junk`;
  let job: readonly string[] = [];
  let nonce = 0xff00_0000;
  const submit = (): void => {
    attacker.count();
    nonce += 1;
    socket.write(
      `{"id":4,"method":"mining.submit","params":["${user}","${job[0]}","00000000","${job[7]}","${nonce.toString(16)}"]}\n`,
    );
  };
  const hear = (line: string): void => {
    const isFirst = job.length === 0;
    if (line.includes('"method":"mining.notify"')) job = (JSON.parse(line) as { params: string[] }).params;
    if (line.startsWith('{"id":4,') || (isFirst && job.length > 0)) submit();
  };
  return new Promise((resolve) => {
    createInterface({ input: socket }).on('line', hear);
    socket.on('connect', () =>
      socket.write(
        `{"id":1,"method":"mining.subscribe","params":["x"]}\n{"id":2,"method":"mining.authorize","params":["${user}","x"]}\n`,
      ),
    );
    socket.on('close', () => resolve());
  });
}

let searched = 0;
const searchPath = (): string => {
  searched += 1;
  return `/api/v4/support?search=${encodeURIComponent(`minr bann walet adres pyout ${searched} a e i o u st ra`)}`;
};
const slashes = `/a${'/'.repeat(15_500)}x`;

export const attacks: Readonly<Record<string, Attack>> = {
  'idle-connections': idle,
  'newline-flood': stratumFlood(Buffer.alloc(65_536, 0x0a)),
  'json-flood': stratumFlood(Buffer.from('{"id":1,"method":"x","params":[]}\n'.repeat(1900))),
  'slashes-path': requests(() => slashes, 8),
  'search-flood': requests(searchPath, 16),
  'not-found-flood': requests(() => '/nothing/here', 16),
  'file-flood': requests(() => '/favicon.svg', 16),
  'large-file-flood': largeFiles,
  'health-flood': requests(() => '/health', 16),
  'metrics-flood': requests(() => '/metrics', 16),
  'websocket-flood': webSocketFlood,
  'sockets-and-rooms': socketsAndRooms,
  'slow-readers': slowReaders,
  'junk-shares': junkShares(() => '127.0.0.1'),
  'junk-shares-of-many': junkShares((index) => `127.0.3.${index + 1}`),
};

/** What the pool mines while an attack runs, where it is not the cheap one. */
export const workOf: Readonly<Record<string, Work>> = {
  'junk-shares': 'dear',
  'junk-shares-of-many': 'dear',
};

export function openSocket(port: number, localAddress = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, localAddress });
  socket.on('error', () => undefined);
  return socket;
}
