/** Hashes `input` and writes the 32 bytes to the start of `output`, which may be `input` itself. */
export type HashInto = (input: Uint8Array, output: Uint8Array) => void;
