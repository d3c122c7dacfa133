import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { list } from '../list.ts';
import { nullable } from '../nullable.ts';

/** A file of a release. What is not published has no address, and then neither name, size nor checksum. */
export const ReleaseFile = closedObject({
  variant: Type.Enum(['base', 'with miner files']),
  name: nullable(Type.String({ minLength: 1 })),
  url: nullable(Type.String({ pattern: '^https://' })),
  size: nullable(Type.Integer({ minimum: 1, description: 'Bytes.' })),
  sha256: nullable(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  type: Type.String({ minLength: 1 }),
  os_detail: Type.String({ minLength: 1 }),
});

/** One version of the desktop app. */
export const Release = closedObject({
  version: Type.String({ minLength: 1 }),
  build_date: nullable(
    Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'Null where it is not known.' }),
  ),
  current: Type.Boolean({ description: 'The newest one; exactly one is.' }),
  change_list: list(Type.String({ minLength: 1 }), { minItems: 1 }),
  files: list(ReleaseFile),
  issues: list(closedObject({ slug: Type.String(), title: Type.String() }), {
    description: 'Support articles about what may go wrong.',
  }),
});

/** `GET /v4/releases` */
export const ReleasesResponse = envelope(list(Release), {
  description: 'The versions of the desktop app, the newest first.',
});
export type ReleasesResponse = Static<typeof ReleasesResponse>;
