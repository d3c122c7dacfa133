import { Errors } from 'typebox/value';
import type { Fault } from './pool-file-fault.ts';
import { expectedAt, FileSchema } from './pool-file-schema.ts';

/** What of a file is not of the form that its schema has, in words. */
export function* schemaFaults(content: unknown): Generator<Fault> {
  for (const { keyword, instancePath, params } of Errors(FileSchema, content)) {
    const path = instancePath.split('/').slice(1);
    const name = path.length === 0 ? 'the file' : path.join('.');
    if (keyword === 'required')
      for (const missing of params.requiredProperties) yield { path, fault: `${name} lacks ${missing}` };
    else if (keyword === 'additionalProperties')
      for (const unknown of params.additionalProperties)
        yield { path: [...path, unknown], fault: `${unknown} is no setting of ${name}` };
    else if (keyword !== 'boolean') yield { path, fault: `${name} must be ${expectedAt(path)}` };
  }
}
