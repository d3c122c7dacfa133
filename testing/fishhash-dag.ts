import { type Dag, openDag } from '@openlode/pow/dag';
import { fishhashSizes } from '@openlode/pow/dag-sizes';
import { dagInstance } from '@openlode/pow/testing/wasm';

let dag: Dag | undefined;

/** The one dataset of FishHash and KarlsenHash; its light cache takes seconds. */
export function fishhashDag(): Dag {
  return (dag ??= openDag(dagInstance(), fishhashSizes));
}
