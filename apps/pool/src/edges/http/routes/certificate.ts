import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import type { Deployment } from '../../present/deployment.ts';
import { certificatePath } from '../../present/present-tls.ts';

/** The certificate of the TLS ports, for programs that are told which one to accept. It holds no secret. */
export const certificateRoutes: FastifyPluginCallbackTypebox<{ deployment: Deployment }> = (
  app,
  { deployment },
  done,
) => {
  app.get(
    certificatePath,
    { schema: { tags: ['pool'], summary: 'Certificate chain of the TLS ports, as a PEM file' } },
    async (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .header('content-disposition', 'attachment; filename="openlode.pem"')
        .type('application/x-pem-file')
        .send(deployment.certificate().cert),
  );
  done();
};
