import type { ServerResponse } from 'node:http';
import { respondHtml, respondJson, serveHttp } from '../../../testing/http-stand-in.ts';

/** How a stand-in answers in place of what it should. */
export type PageFault = 'limited' | 'html' | 'error-500' | 'empty' | 'elsewhere' | 'too-long' | 'reset';

export interface StandInStatements {
  readonly url: string;
  /** What it says of an account, by the path without what follows a question mark; anything else is not found. */
  readonly pages: Map<string, unknown>;
  /** What it does to every call until it is cleared. */
  fault: PageFault | undefined;
  /** The paths that it was asked. */
  readonly asked: string[];
  close(): Promise<void>;
}

/**
 * Stands in on this machine for the pages of another pool, as nodejs-pool and 2Miners document theirs. It is no pool; what real ones answer is
 * known from their sources and documents only.
 */
export async function standInStatements(): Promise<StandInStatements> {
  const pages = new Map<string, unknown>();
  const asked: string[] = [];
  const server = await serveHttp((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const page = pages.get(path.replace(/\?.*$/, ''));
    if (standIn.fault === 'reset') request.socket.destroy();
    else if (standIn.fault !== undefined) misbehave(standIn.fault, response);
    else if (page === undefined) respondJson(response, 404, {});
    else respondJson(response, 200, page);
  });
  const standIn: StandInStatements = { ...server, pages, fault: undefined, asked };
  return standIn;
}

function misbehave(fault: Exclude<PageFault, 'reset'>, response: ServerResponse): void {
  switch (fault) {
    case 'limited':
      response.writeHead(429, { 'retry-after': '1200' });
      response.end('too many requests');
      return;
    case 'html':
      return respondHtml(response);
    case 'error-500':
      return respondJson(response, 500, { error: 'internal' });
    // nodejs-pool answers so where its database fails.
    case 'empty':
      return respondJson(response, 200, {});
    case 'elsewhere':
      response.writeHead(302, { location: 'http://127.0.0.1:9/' });
      response.end();
      return;
    case 'too-long':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`["${'x'.repeat(1_000_001)}"]`);
  }
}
