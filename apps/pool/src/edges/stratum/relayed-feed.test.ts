import { describe, expect, it } from 'vitest';
import { difficultyScale } from '@openlode/stratum/core/difficulty';
import { bitcoinRelay } from './relay-family.ts';
import { RelayedFeed, type SeatedConnection } from './relayed-feed.ts';
import type { RelayedMiner, RelaySource } from './relay-source.ts';

/** A source that has a lane for everyone. */
class Source implements RelaySource {
  readonly versionMask = 0;
  readonly easiestTarget = undefined;
  readonly hasWork = true;
  readonly hasRoom = true;
  joined = 0;

  join(miner: RelayedMiner): void {
    this.joined += 1;
    miner.onLane({ room: { prefix: '00', freeBytes: 4 } });
  }

  leave(): void {}

  refuseKnown(): undefined {}

  submit(): never {
    throw new Error('no share');
  }

  close(): void {}
}

function connection(clientAddress: string, { exempt = false, hasMined = false } = {}): SeatedConnection {
  return {
    permit: { clientAddress, exempt, minedWithin: () => hasMined },
    mayMove: true,
    takeSeat: () => true,
    giveJob: () => {},
    dismiss: () => {},
  };
}

describe('the lanes of a relayed port', () => {
  it('are one for each connection, and 64 a minute for an address, 320 for one that has mined', () => {
    const source = new Source();
    let now = 5000;
    const feed = new RelayedFeed({
      family: bitcoinRelay,
      judge: 'session',
      source,
      upstream: 'other',
      chain: 'upstream-other',
      scale: difficultyScale(0xffffn << 208n),
      now: () => now,
    });
    const joinedBy = (...[address, how]: Parameters<typeof connection>): number => {
      const before = source.joined;
      for (let count = 0; count < 400; count += 1) {
        const each = connection(address, how);
        feed.enter(each);
        feed.enter(each);
      }
      return source.joined - before;
    };
    expect([joinedBy('192.0.2.1'), joinedBy('192.0.2.1'), joinedBy('192.0.2.2')]).toEqual([64, 0, 64]);
    expect(joinedBy('192.0.2.1', { hasMined: true })).toBe(320 - 64);
    expect(joinedBy('192.0.2.3', { exempt: true })).toBe(400);
    now += 60_000;
    expect(joinedBy('192.0.2.1')).toBe(64);
  });
});
