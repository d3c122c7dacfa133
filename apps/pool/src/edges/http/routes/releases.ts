import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Failure } from '@openlode/contracts/envelope';
import { ReleasesResponse } from '@openlode/contracts/http/releases';
import { success } from '../../present/success.ts';
import type { Releases } from '../../../domain/kernel/releases.ts';
import type { Support } from '../../../domain/kernel/support.ts';

/** The versions of the desktop app. */
export const releaseRoutes: FastifyPluginCallbackTypebox<{
  releases: Releases;
  support: Pick<Support, 'find'>;
}> = (app, { releases, support }, done) => {
  app.get(
    '/v4/releases',
    {
      schema: {
        tags: ['support'],
        summary: 'Versions of the desktop app, the newest first',
        response: { 200: ReleasesResponse, '4xx': Failure },
      },
    },
    async (_request, reply) => {
      const data = releases.items().map(({ version, buildDate, current, changes, files, issues }) => ({
        version,
        build_date: buildDate,
        current,
        change_list: [...changes],
        files: files.map(({ os, ...file }) => ({ ...file, os_detail: os })),
        // An article that was taken away is no dead link.
        issues: issues.flatMap((slug) => {
          const title = support.find(slug)?.title;
          return title === undefined ? [] : [{ slug, title }];
        }),
      }));
      return reply.header('cache-control', 'public, max-age=60').send(success(data));
    },
  );
  done();
};
