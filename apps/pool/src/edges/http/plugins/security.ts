import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** What browsers offer to a page, and no page here asks for. */
const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

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
    // Of this host alone: what else the operator's domain serves is not the pool's to decide.
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
    // As frame-ancestors says, for browsers that do not know it.
    xFrameOptions: { action: 'deny' },
  });
  // helmet has no such header. The monitor reads addresses from QR codes with the camera.
  const permissions = ['camera=(self)', ...unusedFeatures.map((name) => `${name}=()`)].join(', ');
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('permissions-policy', permissions);
  });
}
