import { describe, expect, it } from 'vitest';
import { badLines } from './bad-lines.ts';
import { excessOf } from './credit-game.ts';
import { playNamed, strategies } from './credit-strategies.ts';
import { entrances } from './entrances.ts';
import { type PortAnswer, reasonsOf, worksOf } from './port-miner.ts';
import { spellingsOf } from './spellings.ts';

/** Standard deviations by which credit may exceed hashes; see `excessOf`. */
const excessMax = 4;
/** The one that mixes all others; each of them, and the honest one, is in the long suite. */
const playedHere = strategies.filter(({ name }) => name.startsWith('(i)'));

it('every algorithm has a row', () => {
  expect(new Set(entrances.flatMap(({ algorithms }) => algorithms)).size).toBe(17);
  expect(entrances.map(({ name }) => name)).toHaveLength(new Set(entrances.map(({ name }) => name)).size);
});

describe.each(entrances)('the entrance of $name', ({ open, game, isAnswer, fuzz }) => {
  it('counts a share once: over another connection, on another port, and by another worker [I1] [I3]', () => {
    const ports = open();
    const first = ports.connect(0);
    const share = JSON.stringify({ id: 7, ...first.find() });
    expect(worksOf(first.line(share))).toEqual([4096n]);
    expect(reasonsOf(first.line(share))).toEqual(['duplicate']);
    first.login(2);
    const others = [first, ports.connect(0), ports.connect(1)];
    for (const other of others)
      for (const said of [share, share.replace('rig1', 'rig2')])
        expect(worksOf(other.line(said))).toEqual([]);
    ports.openJob(false);
    for (const other of [...others, ports.connect(1)]) expect(worksOf(other.line(share))).toEqual([]);
    // A share of an open job counts behind all that, and of one that was closed no more.
    const late = JSON.stringify({ id: 7, ...first.find() });
    expect(worksOf(first.line(late))).toEqual([4096n]);
    const stale = JSON.stringify({ id: 7, ...first.find() });
    ports.openJob(true);
    expect(reasonsOf(first.line(stale))).toEqual(['stale']);
    expect(worksOf(first.line(share))).toEqual([]);
  });

  it('counts a share once, however it is spelled [I3]', () => {
    // Every new pool of a suite gives the same work, so its share is searched for once.
    const found = open().connect(0).find();
    const share = JSON.stringify({ id: 7, ...found });
    const spellings = spellingsOf(found);
    expect(spellings.length).toBeGreaterThan(20);
    let understood = 0;
    for (const spelled of spellings) {
      const miner = open().connect(0);
      const counts = [spelled, share, spelled].map((said) => worksOf(miner.line(said)).length);
      expect([spelled, counts.reduce((sum, count) => sum + count)]).toEqual([spelled, 1]);
      if (counts[0] === 1) understood += 1;
    }
    // Those that say the same in JSON, at least.
    expect(understood).toBeGreaterThan(2);
  });

  it('judges a share by the difficulty of its job, however late its verdict comes [I4]', () => {
    const ports = open();
    const miner = ports.connect(0);
    const share = JSON.stringify({ id: 7, ...miner.find() });
    const harder = (): void => {
      miner.meanwhile = undefined;
      miner.login(2, 2 ** 24);
      ports.openJob(false);
    };
    miner.meanwhile = harder;
    expect(worksOf(miner.line(share))).toEqual([4096n]);
    // Where a share is judged at once.
    if (miner.meanwhile !== undefined) harder();
    expect(reasonsOf(miner.line(JSON.stringify({ id: 7, ...miner.find() })))).toEqual(['low-difficulty']);
  });

  it('counts a share that waited its turn while its job was closed, once, and for 30 s [I1] [I3]', () => {
    const ports = open();
    const miner = ports.connect(0);
    const [share, heavy, late] = [0, 1, 2].map(() => JSON.stringify({ id: 7, ...miner.find() }));
    const counted = JSON.stringify({ id: 7, ...miner.find() });
    miner.line(counted);
    const waits = [share, share, counted, heavy].map((each) => miner.arrive(each ?? ''));
    ports.openJob(true);
    const tooLate = miner.arrive(late ?? '');
    const [first, again, before, slow] = waits;
    const outcome = (heard: PortAnswer | undefined): unknown => heard && [worksOf(heard), reasonsOf(heard)];
    expect(outcome(first?.(30_000))).toEqual([[4096n], []]);
    expect(outcome(again?.(30_000))).toEqual([[], ['stale']]);
    expect(outcome(before?.(0))).toEqual([[], ['stale']]);
    expect(outcome(slow?.(30_001))).toEqual([[], ['stale']]);
    // Its job was closed already when it came.
    expect(outcome(tooLate(0))).toEqual([[], ['stale']]);
  });

  it('gives each session work that no other has [I5]', () => {
    const ports = open();
    const visitors = Array.from({ length: 40 }, (_, count) => ports.connect(count % 2 === 0 ? 0 : 1));
    const works = visitors.map(({ work }) => work);
    ports.openJob(false);
    works.push(...visitors.map(({ work }) => work));
    expect(new Set(works).size).toBe(80);
  });

  it('answers bad lines once each, before the login and after it, and no share comes of them [I8]', () => {
    for (const isSilent of [true, false])
      for (const line of badLines) {
        const { lines, effects } = open().connect(0, isSilent).line(line);
        const answers = lines
          .join('')
          .trimEnd()
          .split('\n')
          .filter((each) => isAnswer(JSON.parse(each) as Record<string, unknown>));
        expect(answers).toHaveLength(1);
        expect(effects.filter(({ kind }) => kind === 'share' || kind === 'verify')).toEqual([]);
      }
  });

  it.for(playedHere)('credits at most what was hashed [I1]: $name', ({ play }) => {
    const score = playNamed(game(20_261_123), play);
    expect(score.hashes).toBeGreaterThanOrEqual(9000);
    expect(excessOf(score)).toBeLessThan(excessMax);
  });

  it('counts a share once, whatever is said to it [I1] [I3] [I4] [I8]', { timeout: 120_000 }, () => {
    // Stories in which no share counts would prove nothing.
    expect(fuzz(0.1).counted).toBeGreaterThan(0);
  });
});
