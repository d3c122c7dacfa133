import type { IncomingMessage, ServerResponse } from 'node:http';
import { respondHtml, respondJson, serveHttp } from '../../testing/http-stand-in.ts';

/** How a stand-in answers in place of what it should. */
export type SourceFault = 'limited' | 'half-body' | 'html' | 'silent' | 'reset' | 'too-long' | 'error-500';

export interface StandInSource {
  readonly url: string;
  /** What it answers by the beginning of the path; anything else is not found. */
  readonly answers: Map<string, unknown>;
  /** What it does to every call until it is cleared. */
  fault: SourceFault | undefined;
  readonly asked: { readonly path: string; readonly key: string | undefined }[];
  close(): Promise<void>;
}

/**
 * Stands in for a source of rates on this machine: it answers what it is given over HTTP, or not. It is no source; what real ones answer is
 * known from their documentation only.
 */
export async function standInSource(keyHeader = 'x-key'): Promise<StandInSource> {
  const answers = new Map<string, unknown>();
  const asked: { path: string; key: string | undefined }[] = [];
  const server = await serveHttp((request, response) => {
    const path = request.url ?? '';
    asked.push({ path, key: request.headersDistinct[keyHeader]?.[0] });
    const found = [...answers].find(([start]) => path.startsWith(start));
    if (source.fault !== undefined) misbehave(source.fault, request, response);
    else if (found === undefined) respondJson(response, 404, { error: 'id not found' });
    else respondJson(response, 200, found[1]);
  });
  const source: StandInSource = { ...server, answers, fault: undefined, asked };
  return source;
}

function misbehave(fault: SourceFault, request: IncomingMessage, response: ServerResponse): void {
  switch (fault) {
    case 'limited':
      response.writeHead(429, { 'retry-after': '120' });
      response.end('too many requests');
      return;
    case 'half-body':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('[{"id":"btc-bitcoin",');
      return;
    case 'html':
      return respondHtml(response);
    case 'silent':
      return;
    case 'reset':
      request.socket.destroy();
      return;
    case 'too-long':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`["${'x'.repeat(5000)}"]`);
      return;
    case 'error-500':
      respondJson(response, 500, { error: 'internal' });
  }
}
