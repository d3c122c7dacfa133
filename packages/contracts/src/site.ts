import { Type, type Static } from 'typebox';
import { closedObject } from './closed-object.ts';
import { AlgorithmItem } from './http/algorithms.ts';
import { list } from './list.ts';
import { nullable } from './nullable.ts';

const DistrustReason = Type.Enum(
  ['self-signed', 'unknown-issuer', 'other-host', 'expired', 'not-yet-valid', 'not-verified'],
  {
    type: 'string',
    description:
      'Why a program that checks certificates refuses it; null where a public authority vouches for it under the name `host`.',
  },
);

/** The certificate of the TLS ports. */
export const SiteTls = closedObject({
  distrust: nullable(DistrustReason),
  fingerprint: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'SHA-256 of the server certificate (DER), in hex.',
  }),
  certificate: Type.String({
    description: 'Path below the site’s root from which the chain is downloaded as PEM.',
  }),
});
export type SiteTls = Static<typeof SiteTls>;

/** The JSON that the server embeds in index.html, so that no wrong server can be copied, not even first. */
export const Site = closedObject({
  version: Type.String({ description: 'Version of this release.' }),
  sandbox: Type.Boolean({ description: 'Nothing here is real money; every page says so.' }),
  testNetwork: Type.Boolean({
    description: 'Its coins are those of test networks and have no value; every page says so.',
  }),
  host: Type.String({ description: 'The name that miners connect to.' }),
  coin: Type.String({ description: 'Symbol of the coin that pages begin with: one that this pool pays.' }),
  apiBase: Type.String({ description: 'Path or address before `/v5/…`, without a slash at the end.' }),
  algorithms: list(AlgorithmItem),
  tls: SiteTls,
  regions: list(
    closedObject({
      country: Type.String({ description: 'As in `alternativeServers`: the region that it is the way to.' }),
      ping: Type.String({ description: 'Where a browser measures the way to it; `//host:port/ping`.' }),
    }),
    { description: 'Empty where no regions are configured.' },
  ),
  operator: closedObject({
    name: Type.String({ minLength: 1 }),
    contact: nullable(Type.String({ description: 'Where to write to; null when not configured.' })),
    links: list(
      closedObject({ name: Type.String({ minLength: 1 }), url: Type.String({ pattern: '^https://' }) }),
      {
        description: 'The official accounts elsewhere.',
      },
    ),
    app: nullable(
      closedObject(
        {
          version: Type.String({ minLength: 1 }),
          build_date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
          android: nullable(Type.String({ pattern: '^https://' })),
          ios: nullable(Type.String({ pattern: '^https://' })),
        },
        { description: 'The monitoring app that the operator publishes, and where; null without one.' },
      ),
    ),
  }),
});
export type Site = Static<typeof Site>;
