// The entry point of ghostrider.wasm: what GhostRider needs and no kept library has.
export { cryptonight } from './ghostrider/cryptonight';
export { fugue512 } from './ghostrider/fugue';
export { groestl256 } from './ghostrider/groestl256';
export { hamsi512 } from './ghostrider/hamsi';
export { jh256 } from './ghostrider/jh256';
export { shabal512 } from './ghostrider/shabal';
export { skein256 } from './ghostrider/skein256';

const inputs: usize = memory.data(200);
const outputs: usize = memory.data(64);

/** Where the caller writes a message, at most 200 bytes. */
export function inputAddress(): usize {
  return inputs;
}

/** Where the caller reads a hash. */
export function outputAddress(): usize {
  return outputs;
}
