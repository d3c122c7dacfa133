import { Server } from 'socket.io';
import { describe, expect, it } from 'vitest';
import { joinFrames } from './one-write-frames.ts';

interface Options {
  wsPreEncodedFrame?: Buffer[];
}
const encodeWith = (adapter: object, options: Options): void => {
  (Reflect.get(adapter, '_encode') as (packet: object, options: Options) => unknown).call(
    adapter,
    { type: 2, data: ['stats_sha256_last_reward', 1], nsp: '/' },
    options,
  );
};

describe('joinFrames', () => {
  it("makes one buffer of the frame that Socket.IO's adapter builds, to the last byte", () => {
    const { adapter } = new Server().of('/');
    const apart: Options = {};
    encodeWith(adapter, apart);
    expect(apart.wsPreEncodedFrame).toHaveLength(2);
    joinFrames(adapter);
    const joined: Options = {};
    encodeWith(adapter, joined);
    expect(joined.wsPreEncodedFrame).toHaveLength(1);
    expect(joined.wsPreEncodedFrame?.[0]).toEqual(Buffer.concat(apart.wsPreEncodedFrame ?? []));
    // A text frame that is final and not masked, of the length that stands in its head.
    const frame = joined.wsPreEncodedFrame?.[0] ?? Buffer.alloc(2);
    expect([frame[0], frame[1]]).toEqual([0x81, frame.length - 2]);
    expect(frame.subarray(2).toString()).toBe('42["stats_sha256_last_reward",1]');
  });

  it('leaves an adapter alone that frames otherwise', () => {
    const other = {};
    joinFrames(other);
    expect(other).toEqual({});
  });
});
