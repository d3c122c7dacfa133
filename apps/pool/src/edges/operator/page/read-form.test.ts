import { describe, expect, it } from 'vitest';
import { verbs } from '../verbs.ts';
import { isOnPage, pathOfVerb, verbAtPath } from './page-verbs.ts';
import { readForm } from './read-form.ts';
import { verbForm } from './verb-form.ts';

const read = (name: string, typed: string) => {
  const verb = verbs.find((each) => each.name === name);
  if (verb === undefined) throw new Error(`no ${name}`);
  return readForm(verb, new URLSearchParams(typed));
};

describe('a form of a verb', () => {
  it('reads texts, numbers, choices, lists and ticks', () => {
    expect(read('payouts list', '')).toEqual({ kind: 'read', input: { limit: 100 } });
    expect(read('payouts list', 'state=reserved&limit=5')).toEqual({
      kind: 'read',
      input: { state: 'reserved', limit: 5 },
    });
    expect(read('payouts approve', 'ids=7%0A8,+9&reason=seen')).toEqual({
      kind: 'read',
      input: { ids: ['7', '8', '9'], reason: 'seen' },
    });
    expect(read('payouts approve', 'ids=&all=yes&network=&reason=seen')).toEqual({
      kind: 'read',
      input: { ids: [], all: true, reason: 'seen' },
    });
  });

  it('names each field that is missing or wrong', () => {
    expect(read('payouts hold', '')).toEqual({
      kind: 'faulty',
      faults: { id: 'it is needed', reason: 'it is needed' },
    });
    expect(read('payouts list', 'state=gone&limit=x')).toEqual({
      kind: 'faulty',
      faults: { state: 'it cannot be read', limit: 'It must be a number from 1 to 1000.' },
    });
    expect(read('payouts hold', `id=7&reason=${'x'.repeat(1001)}`)).toEqual({
      kind: 'faulty',
      faults: { reason: 'it cannot be read' },
    });
  });

  it('takes nothing that a verb adds by itself', () => {
    expect(read('suspensions lift', 'network=DOGE&acceptedShort=5&stillShort=LTC&reason=x')).toEqual({
      kind: 'read',
      input: { network: 'DOGE', reason: 'x' },
    });
  });

  it('is there for every verb of the page, which its path finds', () => {
    const onPage = verbs.filter(isOnPage);
    expect(verbs.filter((verb) => !isOnPage(verb)).map(({ name }) => name)).toEqual([
      'ledger export',
      'backup',
      'restore',
      'move-to-postgres',
      'news list',
      'news check',
      'settings check',
      'settings show',
      'config check',
      'doctor',
    ]);
    for (const verb of onPage) {
      expect(verbAtPath(pathOfVerb(verb).slice('/operator/do/'.length))?.name).toBe(verb.name);
      expect(verbForm(verb, new URLSearchParams(), {}).toString()).toContain('<button type="submit">');
    }
  });
});
