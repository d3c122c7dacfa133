import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * Headers of every answer. `inline` has the hashes of the few inline scripts and styles of index.html: nothing else inline
 * ever runs or styles.
 * `connectTo` names the web servers of other regions, which a page may ping.
 * The site is also served over plain HTTP on a home network, so requests are not upgraded.
 */
export async function registerSecurity(
  app: FastifyInstance,
  inline: {
    readonly scriptHashes: readonly string[];
    readonly styleHashes: readonly string[];
    readonly connectTo: readonly string[];
  },
): Promise<void> {
  const quoted = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...quoted(inline.scriptHashes)],
        styleSrc: ["'self'", ...quoted(inline.styleHashes)],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...inline.connectTo],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['dompurify', 'openlode-offline'],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  });
}
