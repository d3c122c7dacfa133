import { describe, expect, it } from 'vitest';
import { loginRefusal, shareRefusal } from './refusal-text.ts';
import type { LoginRefusal } from './session-state.ts';

describe('loginRefusal', () => {
  it('says what is wrong and what to write instead', () => {
    const cases: readonly (readonly [LoginRefusal, string])[] = [
      [{ kind: 'empty' }, 'No login: use COIN:ADDRESS.WORKER'],
      [{ kind: 'no-coin' }, 'The login must start with a coin: COIN:ADDRESS.WORKER'],
      [{ kind: 'unknown-coin', coin: 'NOPE' }, 'This pool does not pay NOPE'],
      [{ kind: 'delisted-coin', coin: 'OLD' }, 'OLD is not paid for new work any more'],
      [
        { kind: 'not-paid-here', coin: 'KAS', networks: [] },
        'This pool has no wallet that pays KAS: choose another coin',
      ],
      [
        { kind: 'not-obtained', coin: 'LINK' },
        'This pool has no way to come by LINK, as its page says: choose another coin',
      ],
      [
        { kind: 'not-paid-here', coin: 'USDT', networks: ['Ethereum', 'Polygon'] },
        'This pool pays USDT on Ethereum, Polygon only: use an address of it',
      ],
      [
        { kind: 'memo-missing', coin: 'XRP', network: 'Ripple' },
        'This XRP address belongs to an exchange and needs a memo: XRP:ADDRESS:MEMO.WORKER',
      ],
      [
        { kind: 'bad-address', coin: 'BTC', outcome: { kind: 'wrong-checksum', network: 'Bitcoin' } },
        'This BTC address has a typing error: its checksum is wrong',
      ],
      [
        { kind: 'bad-address', coin: 'BTC', outcome: { kind: 'no-network-matches', networks: ['Bitcoin'] } },
        'This is not an address of BTC (Bitcoin)',
      ],
      [
        {
          kind: 'bad-address',
          coin: 'BTC',
          outcome: { kind: 'memo-not-supported', network: 'Bitcoin', coinTakesMemo: false },
        },
        'BTC takes no memo',
      ],
      [{ kind: 'restricted' }, 'This address is restricted on this pool: ask its operator'],
      [
        { kind: 'too-many-connections', max: 100, proxyPort: 3436 },
        'More than 100 connections of one account: use a proxy (port 3436)',
      ],
    ];
    for (const [outcome, text] of cases) expect(loginRefusal(outcome)).toBe(text);
  });
});

describe('shareRefusal', () => {
  it('has the codes of the protocol', () => {
    expect(shareRefusal('stale')).toEqual([21, 'Job not found']);
    expect(shareRefusal('duplicate')[0]).toBe(22);
    expect(shareRefusal('low-difficulty')[0]).toBe(23);
    expect(shareRefusal('unauthorized')[0]).toBe(24);
    expect(shareRefusal('not-subscribed')[0]).toBe(25);
    expect(shareRefusal('malformed')[0]).toBe(20);
  });
});
