import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { endConnectionsOnClose } from '../../../runtime/end-connections-on-close.ts';
import type { AdminActions } from '../admin-socket.ts';
import type { Verb } from '../verb.ts';
import { commandsPage } from './commands-page.ts';
import { html, type Html } from './html.ts';
import { layout, notice, stylePath } from './layout.ts';
import { overview, type PageHealth } from './overview.ts';
import { actorOf, isFromThisPage, PageRequests } from './page-requests.ts';
import { acts, verbAtPath } from './page-verbs.ts';
import { style } from './style.ts';
import {
  agreedField,
  type Asking,
  askForVerb,
  doVerb,
  OutcomeUnknown,
  showVerb,
  stillRunning,
  type VerbAnswer,
} from './verb-page.ts';
import type { Visitor, VisitorNames } from './visitor.ts';
import { WaitingDecisions } from './waiting-decisions.ts';

export interface OperatorPageOptions extends VisitorNames {
  /** PEM. */
  readonly key: string;
  readonly cert: string;
  /** PEM of the authority that has signed the certificates of people. */
  readonly authority: string;
  /** What the running pool does for the operator: the page has no other way to anything. */
  readonly actions: AdminActions;
  readonly health: () => Promise<PageHealth>;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  /** How long a page waits for a verb, ms; 50 s by default. */
  readonly answerWithinMs?: number;
}

export interface OperatorPage {
  listen(at: { readonly host: string; readonly port: number }): Promise<string>;
  close(): Promise<void>;
}

const connectionsMax = 64;
const handshakeTimeout = 5000;
/** Below the time after which a connection without a byte is ended. */
const answerWithinMs = 50_000;
/** The page loads only what is its own, runs no script, and is shown in no other page. */
const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  // With less, a browser would not say where a form comes from.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/**
 * The operator's page, on a TLS listener of its own. A connection without a certificate of the authority is ended in the handshake, and each
 * request is its owner's: there is no session to steal. But a browser sends its certificate with requests from other sites' pages, too. So a
 * request that acts must come from this page, and carry an id that only this page has shown.
 */
export async function buildOperatorPage(options: OperatorPageOptions): Promise<OperatorPage> {
  const { key, cert, authority, log } = options;
  const requests = new PageRequests(options, options.actions, options.answerWithinMs ?? answerWithinMs);
  const listener = fastify({
    https: {
      key,
      cert,
      ca: authority,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      handshakeTimeout,
    },
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // A long text of letters that a form writes with nine characters each, and what is beside it.
    bodyLimit: 262_144,
    requestTimeout: 10_000,
    connectionTimeout: 60_000,
    frameworkErrors: (_error, _request, reply) => {
      void send(reply, 400, 'Not right', notice('bad', 'This address cannot be read.'), undefined);
    },
  });
  listener.server.maxConnections = connectionsMax;
  // The type of an instance names its server, and the rest is the same over TLS.
  const app = listener as unknown as FastifyInstance;
  endConnectionsOnClose(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string | Buffer) => new URLSearchParams(String(body)),
  );
  guard(app, requests, log);
  addPages(app, requests, options);
  addVerbs(app, requests, options);
  await app.ready();
  return { listen: (at) => app.listen(at), close: () => app.close() };
}

/** Who may not be here is refused before anything is read; what fails or is not there has a page as well. */
function guard(app: FastifyInstance, requests: PageRequests, log: FastifyBaseLogger): void {
  app.addHook('onRequest', async (request, reply) => {
    const who = requests.visitor(request);
    const path = request.url.split('?')[0]?.slice(0, 100);
    if (who === undefined) {
      log.warn({ path }, 'the operator’s page was asked for with a certificate whose owner is not named');
      return refuse(reply, 'The settings of this pool do not name the owner of this certificate.');
    }
    if (isFromThisPage(request) || isOpenedByLink(request)) return undefined;
    log.warn(
      { path, visitor: who.name },
      'the page of another site has sent a visitor to the operator’s page',
    );
    return refuse(reply, 'This was sent from the page of another site. Nothing was done.', who);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const who = requests.visitor(request);
    const status = error.statusCode ?? 500;
    if (status < 500)
      return send(reply, status, 'Not right', notice('bad', 'This form cannot be read.'), who);
    log.error({ err: error }, 'the operator’s page could not answer');
    return send(reply, 500, 'It failed', failure(error), who);
  });
  app.setNotFoundHandler((request, reply) => {
    const body = html`<p><a href="/operator">Overview</a></p>`;
    return send(reply, 404, 'There is nothing here', body, requests.visitor(request));
  });
}

function addPages(app: FastifyInstance, requests: PageRequests, options: OperatorPageOptions): void {
  app.get(stylePath, async (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  app.get('/', async (_request, reply) => reply.redirect('/operator'));
  app.get('/operator', async (request, reply) => {
    const who = requests.visitor(request) ?? unknownVisitor;
    const parts = await overview(options.health, requests.transport(actorOf(who)), who);
    const at = new Date(options.now()).toISOString().slice(0, 19);
    const body = html`<p class="hint">Read at ${at}Z. <a href="/operator">Read again</a></p>${parts}`;
    return send(reply, 200, 'Overview', body, who);
  });
  app.get('/operator/commands', async (request, reply) => {
    const who = requests.visitor(request) ?? unknownVisitor;
    return send(reply, 200, 'Commands', commandsPage(who), who);
  });
}

function addVerbs(app: FastifyInstance, requests: PageRequests, options: OperatorPageOptions): void {
  const waiting = new WaitingDecisions<VerbAnswer>(options.now, () => randomBytes(24).toString('base64url'));
  const sendVerb = async (
    request: FastifyRequest<VerbRoute>,
    reply: FastifyReply,
    answer: (verb: Verb, asking: Asking & { readonly mayAct: boolean }) => Promise<VerbAnswer>,
  ): Promise<FastifyReply> => {
    const verb = verbAtPath(request.params['*']);
    const who = requests.visitor(request) ?? unknownVisitor;
    if (verb === undefined) return reply.callNotFound() as unknown as FastifyReply;
    if (acts(verb) && !who.mayAct) {
      options.log.warn({ visitor: who.name, verb: verb.name }, 'who may look only has tried to act');
      return refuse(reply, `${who.name} may look only: ${verb.name} acts.`, who);
    }
    const actor = actorOf(who);
    const isAgreed = request.body instanceof URLSearchParams && request.body.has(agreedField);
    const late = sleep(options.answerWithinMs ?? answerWithinMs, stillRunning(verb, isAgreed), {
      ref: false,
    });
    const asking = { actor, transport: requests.transport(actor), waiting, mayAct: who.mayAct };
    const running = answer(verb, asking);
    const { status, step, body } = await Promise.race([running, late]);
    // Where the page has not waited for it, its failure stands nowhere else.
    if (status === 504)
      running.catch((error: unknown) =>
        options.log.error(
          { err: error, verb: verb.name, visitor: who.name },
          'the operator’s page could not answer',
        ),
      );
    const title = step === undefined ? verb.name : `${step}: ${verb.name}`;
    return send(reply, status, title, body, who);
  };
  app.get<VerbRoute>('/operator/do/*', async (request, reply) =>
    sendVerb(request, reply, async (verb, asking) => showVerb(verb, queryOf(request.url), asking)),
  );
  app.post<VerbRoute>('/operator/do/*', async (request, reply) =>
    sendVerb(request, reply, async (verb, asking) => {
      // A look is asked for by its address.
      if (!acts(verb)) return showVerb(verb, new URLSearchParams(), asking);
      const typed = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const agreed = typed.get(agreedField);
      return agreed === null ? askForVerb(verb, typed, asking) : doVerb(verb, agreed, asking);
    }),
  );
}

/** A link on another site may open these, as a page of its own; a picture there may not. By the route: a path can be written in several ways. */
const openedByLinks: ReadonlySet<string | undefined> = new Set(['/', '/operator', '/operator/commands']);

function isOpenedByLink({ method, headers: asked, routeOptions }: FastifyRequest): boolean {
  return (
    method === 'GET' &&
    openedByLinks.has(routeOptions.url) &&
    asked['sec-fetch-mode'] === 'navigate' &&
    asked['sec-fetch-dest'] === 'document'
  );
}

interface VerbRoute {
  Params: { readonly '*': string };
}

/** The guard lets no request through whose visitor is not known; should it ever, it may do nothing. */
const unknownVisitor: Visitor = { name: 'unknown', mayAct: false };

function queryOf(url: string): URLSearchParams {
  return new URL(url, 'https://pool.invalid').searchParams;
}

function failure(error: Error): Html {
  return html`${notice('bad', error.message)}
${error instanceof OutcomeUnknown ? html`<p>It may have been done all the same. <a href="/operator/do/log">See what was decided</a> before you try again.</p>` : undefined}`;
}

function refuse(reply: FastifyReply, text: string, who?: Visitor): FastifyReply {
  return send(reply, 403, 'Refused', notice('bad', text), who);
}

function send(
  reply: FastifyReply,
  status: number,
  title: string,
  body: Html,
  visitor: Visitor | undefined,
): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .type('text/html; charset=utf-8')
    .send(layout({ title, visitor, body }));
}
