type Encode = (packet: unknown, options: { wsPreEncodedFrame?: Buffer[] }) => unknown;

/** Under this name Socket.IO's adapter frames a message for everybody, once, as a head and a payload. */
const framing = '_encode';

/**
 * Joins head and payload of a message for many pages ahead, so that each page costs one plain write and not a gathered one. An adapter
 * that frames otherwise is left as it is.
 */
export function joinFrames(adapter: object): void {
  const encode: unknown = Reflect.get(adapter, framing);
  if (typeof encode !== 'function') return;
  const encodeJoined: Encode = (packet, options) => {
    const encoded: unknown = Reflect.apply(encode, adapter, [packet, options]);
    const frame = options.wsPreEncodedFrame;
    if (frame !== undefined && frame.length > 1) options.wsPreEncodedFrame = [Buffer.concat(frame)];
    return encoded;
  };
  Reflect.set(adapter, framing, encodeJoined);
}
