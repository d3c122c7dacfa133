import { readFileSync } from 'node:fs';
import type { DagExports } from '@openlode/pow/dag';
import type { GhostriderExports } from '@openlode/pow/ghostrider';
import type { XelisExports } from '@openlode/pow/xelishash';

/** As much of the global as is used here: no library of types for it stands among those of Node.js 20. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
};

/** Fresh instances of the built modules: each has a memory of its own. */
export interface WasmModules {
  dag(): DagExports;
  ghostrider(): GhostriderExports;
  xelis(): XelisExports;
}

/** @param directory where `npm run build` has put them */
export function wasmModules(directory: URL): WasmModules {
  const instanceOf = (name: string): object => {
    const bytes = readFileSync(new URL(`${name}.wasm`, directory));
    return new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { abort } }).exports;
  };
  return {
    dag: () => instanceOf('dag') as DagExports,
    ghostrider: () => instanceOf('ghostrider') as GhostriderExports,
    xelis: () => instanceOf('xelis') as XelisExports,
  };
}

function abort(): never {
  throw new Error('a module of proofs of work gave up');
}
