import { Type, type Static } from 'typebox';
import { envelope } from '../envelope.ts';

/** `GET /v3/site/version` */
export const SiteVersionResponse = envelope(Type.String({ minLength: 1 }), {
  description: 'Version of the web site that this server serves.',
});
export type SiteVersionResponse = Static<typeof SiteVersionResponse>;
