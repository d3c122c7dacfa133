import { CountingClient, type CreditGame, type HeldShare, type Score } from './credit-game.ts';

type Play = <Share extends HeldShare>(client: CountingClient<Share>) => void;

const rounds = 60;
const hashesARound = 600;

/** Greedy clients that are known to have been paid more than they had hashed by some pool, and an honest one. */
export const strategies: readonly { readonly name: string; readonly play: Play }[] = [
  {
    name: 'honest: submits every share at once',
    play(client) {
      const session = open(client, { port: 0 });
      for (let round = 0; round < rounds; round++) {
        client.submit(session, client.search(session, hashesARound));
        nextJob(client, round % 5 === 4 ? 'block' : 'refresh');
      }
    },
  },
  {
    name: '(a) session resume: asks for the difficulty of each share that it has found',
    play(client) {
      const { game } = client;
      for (let round = 0; round < rounds; round++) {
        const first = open(client, { port: 0 });
        const held = client.search(first, hashesARound);
        game.hangUp(first);
        for (const share of held) {
          const session = game.connect({ port: 0, resume: first });
          game.login(session, share.value);
          client.submit(session, [share]);
          game.hangUp(session);
        }
        nextJob(client, 'refresh');
      }
    },
  },
  {
    name: '(b) late login: searches first and asks for the difficulty that pays best',
    play(client) {
      const { game } = client;
      for (let round = 0; round < rounds; round++) {
        const session = game.connect({ port: 0 });
        const held = client.search(session, hashesARound);
        game.login(session, client.best(held));
        client.submit(session, held);
        game.hangUp(session);
        nextJob(client, 'refresh');
      }
    },
  },
  {
    name: '(c) one session: searches ahead of time and suggests a difficulty before the next job',
    play(client) {
      const { game } = client;
      const session = open(client, { port: 0, wanted: game.leastWork });
      for (let round = 0; round < rounds; round++) {
        const held = client.search(session, hashesARound, { ahead: 60, roll: round % 2 === 1 });
        game.suggest(session, client.best(held));
        nextJob(client, 'refresh');
        client.submit(session, held);
      }
    },
  },
  {
    name: '(d) restart: sends its old shares to each new process',
    play(client) {
      const { game } = client;
      const all: HeldShare[] = [];
      for (let round = 0; round < rounds / 4; round++) {
        const session = game.connect({ port: 0, resume: 0 });
        game.login(session);
        const held = client.search(session, hashesARound, { ahead: 1800 });
        all.push(...held);
        client.submit(session, all as typeof held);
        game.restart();
      }
    },
  },
  {
    name: '(e) ports: takes each share to the port that pays it best',
    play(client) {
      const { game } = client;
      for (let round = 0; round < rounds; round++) {
        const first = open(client, { port: 0 });
        const held = client.search(first, hashesARound, { publicJob: true });
        game.hangUp(first);
        for (let port = game.ports - 1; port >= 0; port--) {
          const session = game.connect({ port, resume: first });
          game.login(session);
          client.submit(session, held);
          game.hangUp(session);
        }
        nextJob(client, 'refresh');
      }
    },
  },
  {
    name: '(f) foresight: searches under the extranonce of a session that it has not opened yet',
    play(client) {
      const { game } = client;
      game.connect({ port: 0 });
      for (let round = 0; round < rounds; round++) {
        const held = client.searchUnderNext(hashesARound);
        const wanted = client.best(held);
        const session = game.connect({ port: 0, wanted });
        game.login(session, wanted);
        client.submit(session, held);
        game.hangUp(session);
        nextJob(client, 'refresh');
      }
    },
  },
  {
    name: '(g) blocks: sends its shares again after the chain has come back to the same block',
    play(client) {
      const { game } = client;
      const session = open(client, { port: 0 });
      for (let round = 0; round < rounds; round++) {
        const held = client.search(session, hashesARound);
        client.submit(session, held);
        nextJob(client, 'block');
        game.openJob('return');
        client.submit(session, held);
        game.openJob('clean');
        client.submit(session, held);
      }
    },
  },
  {
    name: '(h) resume after the next job: asks before the extranonce is told',
    play(client) {
      const { game } = client;
      for (let round = 0; round < rounds; round++) {
        const first = open(client, { port: 0 });
        game.hangUp(first);
        nextJob(client, 'refresh');
        const spy = open(client, { port: 0 });
        const held = client.search(first, hashesARound, { publicJob: true });
        const session = game.connect({ port: 0, resume: first, wanted: client.best(held) });
        game.login(session, client.best(held));
        client.submit(session, held);
        game.hangUp(session);
        game.hangUp(spy);
      }
    },
  },
  {
    name: '(i) a mix: new, old, doubled and too easy shares, each over all of its sessions',
    play(client) {
      const { game } = client;
      const seats = [0, game.ports - 1, 0].map((port) => open(client, { port }));
      const old: HeldShare[] = [];
      for (let round = 0; round < rounds / 3; round++) {
        const held = seats.flatMap((seat) => client.search(seat, hashesARound / seats.length));
        for (const seat of seats) client.submit(seat, [...held, ...(old.slice(-10) as typeof held), ...held]);
        old.push(...held);
        if (round % 7 === 6) game.login(seats[0] ?? 0, client.best(held));
        nextJob(client, round % 4 === 3 ? 'block' : 'refresh');
      }
    },
  },
];

/** A minute later. */
function nextJob<Share extends HeldShare>({ game }: CountingClient<Share>, kind: 'refresh' | 'block'): void {
  game.wait(60);
  game.openJob(kind);
}

/** Opens a session and logs in. */
export function open<Share extends HeldShare>(
  { game }: CountingClient<Share>,
  options: { readonly port: number; readonly wanted?: number },
): number {
  const session = game.connect(options);
  game.login(session);
  return session;
}

export function playNamed<Share extends HeldShare>(game: CreditGame<Share>, play: Play): Score {
  const client = new CountingClient(game);
  play(client);
  return client.score;
}
