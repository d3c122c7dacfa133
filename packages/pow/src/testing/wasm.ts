import { readFileSync } from 'node:fs';
import type { DagExports } from '../dag.ts';
import type { GhostriderExports } from '../ghostrider.ts';
import type { XelisExports } from '../xelishash.ts';

/** As much of the global as is used here: no library of types for it stands among those of Node.js 20. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
};

function instanceOf(name: 'dag' | 'ghostrider' | 'xelis'): object {
  const bytes = readFileSync(new URL(`../../dist/${name}.wasm`, import.meta.url));
  return new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { abort } }).exports;
}

function abort(): never {
  throw new Error('the module gave up');
}

/** A fresh instance of the built module: it has no light cache yet. */
export function dagInstance(): DagExports {
  return instanceOf('dag') as DagExports;
}

/** What only the suite calls: the arithmetic below the hash. */
interface WideExports {
  divide(this: void, nh: bigint, nl: bigint, dh: bigint, dl: bigint): bigint;
  remainderLow(this: void): bigint;
}

/** A fresh instance of the built module. */
export function xelisInstance(): XelisExports & WideExports {
  return instanceOf('xelis') as XelisExports & WideExports;
}

/** A fresh instance of the built module. */
export function ghostriderInstance(): GhostriderExports {
  return instanceOf('ghostrider') as GhostriderExports;
}
