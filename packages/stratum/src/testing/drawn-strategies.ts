import fc from 'fast-check';
import { CountingClient, type CreditGame, type HeldShare, type Score } from './credit-game.ts';
import { open } from './credit-strategies.ts';

/** What a client asks for: nothing, a fixed difficulty, or the one that pays best for what it holds. */
type Wish = 'nothing' | 'best' | number;

export type Deed =
  | {
      readonly kind: 'connect';
      readonly port: number;
      readonly resume: number | undefined;
      readonly wish: Wish;
    }
  | { readonly kind: 'login' | 'suggest'; readonly session: number; readonly wish: Wish }
  | { readonly kind: 'hang-up'; readonly session: number }
  | { readonly kind: 'job'; readonly job: 'refresh' | 'block' | 'return' | 'clean' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'wait'; readonly seconds: number }
  | {
      readonly kind: 'search';
      readonly session: number;
      readonly hashes: number;
      readonly ahead: number;
      readonly roll: boolean;
      readonly publicJob: boolean;
    }
  | { readonly kind: 'search-under-next'; readonly hashes: number }
  /** All that is held, or only what is paid nearly all of its value now. */
  | { readonly kind: 'submit'; readonly session: number; readonly choosy: boolean };

/** Mostly the newest. */
const session = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(5) });
const hashes = fc.integer({ min: 50, max: 400 });
const wish = fc.oneof(
  fc.constant<Wish>('nothing'),
  fc.constant<Wish>('best'),
  fc.integer({ min: 2, max: 10 }).map((power): Wish => 2 ** power),
);
const of = <Kind extends string>(kind: Kind): fc.Arbitrary<Kind> => fc.constant(kind);

/** Any order of what a client can do; sessions are counted back from the newest. */
export const drawnStrategy: fc.Arbitrary<readonly Deed[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: of('connect'),
        port: fc.nat(1),
        resume: fc.option(session, { nil: undefined }),
        wish,
      }),
    },
    { weight: 5, arbitrary: fc.record({ kind: of('login'), session, wish }) },
    { weight: 2, arbitrary: fc.record({ kind: of('suggest'), session, wish }) },
    { weight: 2, arbitrary: fc.record({ kind: of('hang-up'), session }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: of('job'),
        job: fc.constantFrom(
          'refresh' as const,
          'refresh' as const,
          'block' as const,
          'return' as const,
          'clean' as const,
        ),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: of('restart') }) },
    { weight: 1, arbitrary: fc.record({ kind: of('wait'), seconds: fc.nat(200) }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: of('search'),
        session,
        hashes,
        ahead: fc.constantFrom(0, 60, 7000),
        roll: fc.boolean(),
        publicJob: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: of('search-under-next'), hashes }) },
    { weight: 6, arbitrary: fc.record({ kind: of('submit'), session, choosy: fc.boolean() }) },
  ),
  { minLength: 30, maxLength: 120, size: 'max' },
);

export function playDrawn<Share extends HeldShare>(game: CreditGame<Share>, deeds: readonly Deed[]): Score {
  const client = new CountingClient(game);
  let last = open(client, { port: 0 });
  const held: Share[] = [];
  const at = (back: number): number => Math.max(0, last - back);
  const wanted = (what: Wish): number | undefined => {
    if (what === 'best') return client.best(heldBy(held.at(-1)?.session ?? 0));
    return what === 'nothing' ? undefined : what;
  };
  const heldBy = (owner: number): Share[] => held.filter((share) => share.session === owner);
  const submit = (over: number, choosy: boolean): void => {
    if (game.reported(over) === undefined) game.login(over, choosy ? client.best(heldBy(over)) : undefined);
    const reported = game.reported(over) ?? 0;
    client.submit(
      over,
      choosy ? held.filter(({ value }) => value >= reported && value < 2 * reported) : held,
    );
  };
  for (const deed of deeds) {
    switch (deed.kind) {
      case 'connect': {
        const asked = wanted(deed.wish);
        last = game.connect({
          port: deed.port,
          ...(deed.resume === undefined ? {} : { resume: at(deed.resume) }),
          ...(asked === undefined ? {} : { wanted: asked }),
        });
        break;
      }
      case 'login':
        game.login(at(deed.session), wanted(deed.wish));
        break;
      case 'suggest':
        game.suggest(at(deed.session), wanted(deed.wish) ?? game.leastWork);
        break;
      case 'hang-up':
        game.hangUp(at(deed.session));
        break;
      case 'job':
        game.openJob(deed.job);
        break;
      case 'restart':
        game.restart();
        break;
      case 'wait':
        game.wait(deed.seconds);
        break;
      case 'search':
        held.push(...client.search(at(deed.session), deed.hashes, deed));
        break;
      case 'search-under-next':
        held.push(...client.searchUnderNext(deed.hashes));
        break;
      case 'submit':
        submit(at(deed.session), deed.choosy);
    }
  }
  // What is left goes where it may still count, under the extranonces that were hung up, too.
  for (const owner of new Set(held.map((share) => share.session))) {
    // Searched under the extranonce of a connection that was never made: the next one gets it.
    if (owner > last) last = game.connect({ port: 0 });
    game.hangUp(owner);
    const best = client.best(heldBy(owner));
    last = game.connect({ port: 0, resume: owner, wanted: best });
    game.login(last, best);
    submit(last, false);
  }
  return client.score;
}
