import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalLine } from '../../domain/kernel/payout-journal.ts';
import { foreignLine } from './journal-lines.ts';
import { openPayoutJournal, readPayoutJournal } from './payout-journal.ts';

const ledger = 'a1'.repeat(32);

const line = (payout: bigint): JournalLine => ({
  payout,
  txid: `sandbox-${payout}`,
  network: 'DOGE',
  coin: 'DOGE',
  address: 'DPayee',
  memo: '',
  amount: 12n * 10n ** 18n,
  bytes: Uint8Array.of(1, 2, 255),
  proof: { validUntil: '5' },
  at: 9,
  epoch: 'e',
});

describe('the journal of payouts', () => {
  let directory: string;
  let path: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-journal-'));
    path = join(directory, 'payouts.journal');
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('has the disk hold a line before it answers [P2]', async () => {
    const onDisk: number[] = [];
    const journal = openPayoutJournal(path, {
      ledger,
      sync: () => {
        onDisk.push(readFileSync(path, 'utf8').split('\n').length - 1);
      },
    });
    await journal.append(line(1n));
    expect(onDisk).toEqual([1]);
    await journal.append(line(2n));
    expect(onDisk).toEqual([1, 2]);
    expect([journal.has(2n, 'sandbox-2'), journal.has(2n, 'sandbox-1')]).toEqual([true, false]);
    journal.close();
  });

  it('takes nothing more after a sync that failed', async () => {
    const journal = openPayoutJournal(path, {
      ledger,
      sync: () => {
        throw new Error('EIO');
      },
    });
    await expect(journal.append(line(1n))).rejects.toThrow('EIO');
    expect(journal.has(1n, 'sandbox-1')).toBe(false);
    expect(journal.broken()).toBe('EIO');
    await expect(journal.append(line(1n))).rejects.toThrow('takes nothing more');
    journal.close();
  });

  it('reads back what it wrote, and cuts a last line that breaks off', async () => {
    const journal = openPayoutJournal(path, { ledger });
    await journal.append(line(1n));
    await journal.append(line(2n));
    journal.close();
    appendFileSync(path, '{"n":3,"at":9,"pay');
    const again = openPayoutJournal(path, { ledger });
    expect(again.broken()).toBeUndefined();
    expect(again.lines()).toMatchObject([
      { ...line(1n), number: 1 },
      { ...line(2n), number: 2 },
    ]);
    await again.append(line(3n));
    again.close();
    expect(openPayoutJournal(path, { ledger }).lines()).toHaveLength(3);
  });

  it('begins a new file after a number of lines, keeps none of the older ones in memory, and finds what is in them', async () => {
    const options = { ledger, linesPerFile: 2 };
    const journal = openPayoutJournal(path, options);
    for (const id of [1n, 2n, 3n, 4n, 5n]) await journal.append(line(id));
    expect(readdirSync(directory).toSorted()).toEqual([
      'payouts.journal',
      'payouts.journal.1.1-2',
      'payouts.journal.3.3-4',
    ]);
    expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(1);
    expect([journal.has(1n, 'sandbox-1'), journal.has(6n, 'sandbox-6'), journal.tail()?.number]).toEqual([
      true,
      false,
      5,
    ]);
    journal.close();
    const again = openPayoutJournal(path, options);
    expect(again.lines().map(({ number, payout }) => [number, payout])).toEqual([
      [1, 1n],
      [2, 2n],
      [3, 3n],
      [4, 4n],
      [5, 5n],
    ]);
    expect(again.linesOf(3n)).toMatchObject([{ txid: 'sandbox-3', epoch: 'e' }]);
    await again.append(line(6n));
    await again.append(line(7n));
    again.close();
    // Died between giving the old file its name and writing to the new one.
    rmSync(path);
    const third = openPayoutJournal(path, options);
    expect([third.broken(), third.tail()?.number]).toEqual([undefined, 6]);
    third.close();
  });

  it('notices an older file that was changed or is gone, whichever payout it is asked for', async () => {
    const journal = openPayoutJournal(path, { ledger, linesPerFile: 2 });
    for (const id of [1n, 9n, 10n]) await journal.append(line(id));
    const older = join(directory, 'payouts.journal.1.1-9');
    expect([journal.linesOf(2n), journal.has(3n, 'sandbox-3')]).toEqual([[], false]);
    const [whole, { atime, mtime }] = [readFileSync(older, 'utf8'), statSync(older)];
    writeFileSync(older, whole.replace('sandbox-9', 'sandbox-8'));
    utimesSync(older, atime, mtime);
    expect(() => journal.linesOf(2n)).toThrow('line 2 does not follow from the one before');
    rmSync(older);
    expect(() => journal.linesOf(2n)).toThrow('ENOENT');
    writeFileSync(older, whole);
    expect([journal.linesOf(2n), journal.has(9n, 'sandbox-9')]).toEqual([[], true]);
    journal.close();
  });

  it('does not go on after an older file that was changed', async () => {
    const journal = openPayoutJournal(path, { ledger, linesPerFile: 2 });
    for (const id of [1n, 2n, 3n]) await journal.append(line(id));
    journal.close();
    const older = join(directory, 'payouts.journal.1.1-2');
    writeFileSync(older, readFileSync(older, 'utf8').replace('sandbox-2', 'sandbox-9'));
    expect(openPayoutJournal(path, { ledger }).broken()).toBe(
      'payouts.journal.1.1-2: line 2 does not follow from the one before',
    );
  });

  it('does not go on after an older file that does not follow from the one before it', async () => {
    const other = join(directory, 'other');
    for (const [at, ids] of [
      [path, [1n, 2n, 3n, 4n, 5n]],
      [join(other, 'payouts.journal'), [1n, 7n, 3n, 4n, 5n]],
    ] as const) {
      const journal = openPayoutJournal(at, { ledger, linesPerFile: 2 });
      for (const id of ids) await journal.append(line(id));
      journal.close();
    }
    // A part of another journal, which is whole in itself, stands in the place of the first.
    rmSync(join(directory, 'payouts.journal.1.1-2'));
    renameSync(join(other, 'payouts.journal.1.1-7'), join(directory, 'payouts.journal.1.1-7'));
    const why = 'payouts.journal.3.3-4: line 3 does not follow from the one before';
    expect(openPayoutJournal(path, { ledger }).broken()).toBe(why);
    expect(readPayoutJournal(path)).toEqual({ lines: [], broken: why });
  });

  it('does not go on where a file between two others is gone, and does where the oldest are', async () => {
    const journal = openPayoutJournal(path, { ledger, linesPerFile: 1 });
    for (const id of [1n, 2n, 3n, 4n, 5n]) await journal.append(line(id));
    journal.close();
    rmSync(join(directory, 'payouts.journal.1.1-1'));
    expect(readPayoutJournal(path)).toMatchObject({ lines: [{}, {}, {}, {}], broken: undefined });
    rmSync(join(directory, 'payouts.journal.3.3-3'));
    expect(openPayoutJournal(path, { ledger }).broken()).toBe(
      'payouts.journal.4.4-4: line 4 does not follow from the one before',
    );
  });

  it('reads the newest file of another process by itself, from the number of its first line on', async () => {
    const journal = openPayoutJournal(path, { ledger, linesPerFile: 2 });
    for (const id of [1n, 2n, 3n, 4n, 5n, 6n]) await journal.append(line(id));
    journal.close();
    for (const name of ['payouts.journal.1.1-2', 'payouts.journal.3.3-4']) rmSync(join(directory, name));
    const { lines, broken } = readPayoutJournal(path);
    expect([lines.map(({ number, payout }) => [number, payout]), broken]).toEqual([
      [
        [5, 5n],
        [6, 6n],
      ],
      undefined,
    ]);
  });

  it.each([
    ['a file without a line', 'garbage', 'line 1 has no end: it is no journal of payouts, or a piece of one'],
    ['a file of another kind', '\u0000\u0001\n', 'line 1 is not JSON'],
    ['JSON of another kind', '7\n', 'line 1 is not JSON'],
    ['an object of another kind', '{"n":1}\n', 'line 1 does not follow from the one before'],
  ])('says what is wrong with %s, and calls it no empty journal', (_title, text, broken) => {
    writeFileSync(path, text);
    expect(readPayoutJournal(path)).toEqual({ lines: [], broken });
  });

  it('takes a file without a byte, and a last line that breaks off, for what a process leaves that is killed', async () => {
    writeFileSync(path, '');
    expect(readPayoutJournal(path)).toEqual({ lines: [], broken: undefined });
    const journal = openPayoutJournal(path, { ledger });
    await journal.append(line(1n));
    journal.close();
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"n":2,`);
    expect(readPayoutJournal(path)).toMatchObject({ lines: [{ payout: 1n }], broken: undefined });
  });

  it('goes on with the chain of a journal of before, whose lines name no epoch', async () => {
    const journal = openPayoutJournal(path, { ledger });
    await journal.append({ ...line(1n), epoch: '' });
    journal.close();
    expect(readFileSync(path, 'utf8')).not.toContain('epoch');
    const again = openPayoutJournal(path, { ledger });
    expect([again.broken(), again.tail()?.epoch]).toEqual([undefined, '']);
    again.close();
  });

  it.each([
    [
      'a changed amount',
      (text: string) => text.replace('12000000000000000000', '13000000000000000000'),
      'line 1 does not follow from the one before',
    ],
    [
      'a line that is gone',
      (text: string) => text.slice(text.indexOf('\n') + 1),
      'line 1 does not follow from the one before',
    ],
    [
      'two lines in another order',
      (text: string) => text.trim().split('\n').reverse().join('\n').concat('\n'),
      'line 1 does not follow from the one before',
    ],
    ['a line that is no JSON', (text: string) => `${text}nonsense\n`, 'line 3 is not JSON'],
  ])('trusts nothing after %s', async (_title, tamper, broken) => {
    const journal = openPayoutJournal(path, { ledger });
    await journal.append(line(1n));
    await journal.append(line(2n));
    journal.close();
    writeFileSync(path, tamper(readFileSync(path, 'utf8')));
    const again = openPayoutJournal(path, { ledger });
    expect(again.broken()).toBe(broken);
    await expect(again.append(line(3n))).rejects.toThrow('takes nothing more');
    again.close();
  });

  it('names its ledger in each line, reads lines that name none, and cannot be used with those of another', async () => {
    const journal = openPayoutJournal(path, { ledger });
    await journal.append(line(1n));
    journal.close();
    expect(readPayoutJournal(path).lines).toMatchObject([{ payout: 1n, ledger }]);
    const before = join(directory, 'before.journal');
    const old = openPayoutJournal(before, { ledger: '' });
    await old.append(line(2n));
    old.close();
    expect(readFileSync(before, 'utf8')).not.toContain('"ledger"');
    const grown = openPayoutJournal(before, { ledger });
    await grown.append(line(3n));
    grown.close();
    const { lines, broken } = readPayoutJournal(before);
    expect(lines).toMatchObject([{ ledger: '' }, { ledger }]);
    expect([broken, foreignLine(lines, ledger)]).toEqual([undefined, undefined]);
    const another = 'b2'.repeat(32);
    expect(foreignLine(lines, another)).toBe("line 2 is of another pool's ledger");
    const foreign = openPayoutJournal(before, { ledger: another });
    expect(foreign.broken()).toBe("line 2 is of another pool's ledger");
    await expect(foreign.append(line(4n))).rejects.toThrow('takes nothing more');
    foreign.close();
  });
});
