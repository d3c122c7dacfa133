// The entry point of dag.wasm: the algorithms that walk over a dataset. One instance holds the light cache of one epoch.
export { buildCache } from './light-cache';
export { ethash, ethashFinal } from './ethash';
export { fillL1, kawpow, kawpowFinal } from './progpow';
export { octopus } from './octopus';
export { fishhash } from './fishhash';

/** Where the caller writes inputs: 64 bytes (header or seed) and 32 bytes (a claimed mix hash). */
const inputs: usize = memory.data(96);
/** Where results are read: 64 bytes. */
const outputs: usize = memory.data(64);

export function inputAddress(): usize {
  return inputs;
}

export function outputAddress(): usize {
  return outputs;
}
