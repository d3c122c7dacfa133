import type { TLSSocket } from 'node:tls';
import type { FastifyRequest } from 'fastify';
import type { AdminActions } from '../admin-socket.ts';
import type { Transport } from '../prepare-verb.ts';
import { acts } from './page-verbs.ts';
import { type Visitor, type VisitorNames, visitorOf } from './visitor.ts';

/** Who makes a request, and what they can have done for them. */
export class PageRequests {
  readonly #names: VisitorNames;
  readonly #actions: AdminActions;
  readonly #sharedMs: number;
  /** Looks that run now, by what they ask: a page that is read again and again asks the database once. */
  readonly #running = new Map<string, Promise<unknown>>();

  /** `sharedMs`: a look that has run for longer is not waited for by the next one that asks the same. */
  constructor(names: VisitorNames, actions: AdminActions, sharedMs: number) {
    this.#names = names;
    this.#actions = actions;
    this.#sharedMs = sharedMs;
  }

  /** Undefined where the settings do not name the owner of the certificate. */
  visitor({ raw }: Pick<FastifyRequest, 'raw'>): Visitor | undefined {
    return visitorOf((raw.socket as TLSSocket).getPeerCertificate(), this.#names);
  }

  transport(actor: string): Transport {
    return {
      run: async (verb, input) => {
        const action = this.#actions[verb.name];
        if (action === undefined) throw new Error(`this pool does not do ${verb.name}`);
        const run = (): Promise<unknown> => action({ input, actor });
        const answer = acts(verb) ? run() : this.#once(`${verb.name} ${JSON.stringify(input)}`, run);
        return (await answer) as Awaited<ReturnType<typeof verb.run>>;
      },
    };
  }

  #once(what: string, run: () => Promise<unknown>): Promise<unknown> {
    const shared = this.#running.get(what);
    if (shared !== undefined) return shared;
    const forget = (): void => {
      clearTimeout(timer);
      if (this.#running.get(what) === running) this.#running.delete(what);
    };
    const timer = setTimeout(() => forget(), this.#sharedMs).unref();
    const running = run().finally(forget);
    this.#running.set(what, running);
    return running;
  }
}

/** As the log of decisions names them. */
export function actorOf({ name }: Visitor): string {
  return `${name} (operator's page)`.slice(0, 100);
}

/**
 * Whether a request may act, or start a look, by where it comes from. Browsers say of a form where it was sent from (`Origin`), and of every
 * request whether another site made it (`Sec-Fetch-Site`); programs say neither, and act with an `Origin` of the page only. A name that
 * another site points to this machine has no certificate here.
 */
export function isFromThisPage({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (method === 'GET') return site === undefined || site === 'same-origin' || site === 'none';
  return host !== undefined && origin === `https://${host}`;
}
