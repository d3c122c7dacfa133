import { once } from 'node:events';
import { request } from 'node:https';
import { connect } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOperatorPage, type OperatorPage, type OperatorPageOptions } from './build-operator-page.ts';
import { type Made, makeCertificate } from './testing/certificates.ts';

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

const payout = {
  id: '7',
  uuid: 'aaaaaaaa-0000-4000-8000-000000000001',
  kind: 'manual',
  coin: 'DOGE',
  network: 'DOGE',
  address: 'D1',
  memo: '<script>alert(1)</script>',
  amount: '40.5',
  state: 'reserved',
  reservedAt: 0,
  txid: null,
  waitsFor: 'room under <b>the cap</b>',
};

describe('the operator’s page', () => {
  let authority: Made;
  let people: Readonly<Record<'ann' | 'bob' | 'eve' | 'mallory', Made>>;
  let options: OperatorPageOptions;
  let page: OperatorPage;
  let port: number;
  let now = Date.UTC(2026, 4, 1);
  let answerWithinMs = 60_000;
  /** What reached the pool, and what it answers. */
  let asked: { readonly verb: string; readonly input: unknown; readonly actor: unknown }[] = [];
  let answers: Record<string, unknown> = {};

  beforeAll(async () => {
    authority = await makeCertificate('Suite authority');
    const other = await makeCertificate('Another authority');
    const server = await makeCertificate('pool', authority);
    people = {
      ann: await makeCertificate('ann', authority),
      bob: await makeCertificate('bob', authority),
      eve: await makeCertificate('eve', authority),
      mallory: await makeCertificate('ann', other),
    };
    const names = [
      'payouts list',
      'payouts why',
      'payouts hold',
      'payouts approve',
      'payouts compare',
      'log',
      'suspensions list',
      'texts list',
      'texts show',
      'texts write-news',
      'texts publish',
    ];
    options = {
      ...server,
      authority: authority.cert,
      readers: ['bob'],
      acting: ['ann'],
      actions: Object.fromEntries(
        names.map((verb) => [
          verb,
          async ({ input, actor }) => {
            asked.push({ verb, input, actor });
            const answer = answers[verb];
            if (answer instanceof Error) throw answer;
            return answer ?? [];
          },
        ]),
      ),
      health: async () => ({
        ready: false,
        version: '9.9.9',
        checks: [
          { name: 'database', ready: true, problem: null },
          { name: 'disk', ready: false, problem: 'the disk is full' },
        ],
        suspended: ['payouts of DOGE: never-seen'],
      }),
      now: () => now,
      log: pino({ level: 'silent' }),
      get answerWithinMs() {
        return answerWithinMs;
      },
    };
    page = await buildOperatorPage(options);
    port = Number(new URL(await page.listen({ host: '127.0.0.1', port: 0 })).port);
  });
  afterAll(() => page.close());
  beforeEach(() => {
    asked = [];
    answers = {};
  });

  /** Without a form it asks, with one it sends; a text is sent as it is. */
  function visit(
    who: Made | undefined,
    path: string,
    form?: string | Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const body = typeof form === 'object' ? new URLSearchParams(form).toString() : form;
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method: form === undefined ? 'GET' : 'POST',
          ca: authority.cert,
          agent: false,
          ...(who === undefined ? {} : { key: who.key, cert: who.cert }),
          headers: {
            origin: `https://127.0.0.1:${port}`,
            ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
            ...headers,
          },
        },
        (response) => {
          let read = '';
          response.setEncoding('utf8').on('data', (text: string) => {
            read += text;
          });
          response.on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body: read, headers: response.headers }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }
  const requestsOf = (verb: string): number => asked.filter((each) => each.verb === verb).length;
  const hold = '/operator/do/payouts/hold';
  const agreedOf = ({ body }: Answer): string => /name="agreed" value="([^"]+)"/.exec(body)?.[1] ?? '';

  it('does not open without a certificate, or with one of another authority', async () => {
    await expect(visit(undefined, '/operator')).rejects.toThrow();
    await expect(visit(people.mallory, '/operator')).rejects.toThrow();
    expect(asked).toEqual([]);
  });

  it('refuses whom the settings do not name', async () => {
    const { status, body } = await visit(people.eve, '/operator');
    expect([status, body.includes('do not name the owner of this certificate')]).toEqual([403, true]);
    expect(asked).toEqual([]);
  });

  it('shows health, what waits and why, with nothing of a miner’s as markup', async () => {
    answers = { 'payouts list': [payout] };
    const { status, body, headers } = await visit(people.bob, '/operator');
    expect(status).toBe(200);
    expect(body).toContain('disk: the disk is full');
    expect(body).toContain('Held back: payouts of DOGE: never-seen');
    expect(body).toContain('room under &lt;b&gt;the cap&lt;/b&gt;');
    expect(body).not.toContain('<b>');
    expect(body).toContain('bob, may look only');
    expect(body).toContain('<a href="/operator/do/payouts/why?id=7" aria-label="payouts why 7">why</a>');
    expect(body).not.toContain('/operator/do/payouts/approve');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['cache-control']).toBe('no-store');
    expect(new Set(asked.map(({ actor }) => actor))).toEqual(new Set(["bob (operator's page)"]));
  });

  it('shows the other parts where one fails', async () => {
    answers = { log: new Error('the database does not answer'), 'payouts list': [payout] };
    const { status, body } = await visit(people.ann, '/operator');
    expect(status).toBe(200);
    expect(body).toContain('This could not be read: the database does not answer');
    expect(body).toContain('40.5');
    expect(body).toContain('<a href="/operator/do/payouts/approve?ids=7"');
  });

  it('looks by a link, and judges what was typed like the command', async () => {
    answers = { 'payouts why': { kind: 'no-payout' }, 'payouts list': [payout] };
    const missing = await visit(people.bob, '/operator/do/payouts/why?id=9');
    expect([missing.status, missing.body.includes('There is no payout 9')]).toEqual([404, true]);
    const wrong = await visit(people.bob, '/operator/do/payouts/list?limit=0');
    expect([wrong.status, wrong.body.includes('It must be a number from 1 to 1000.')]).toEqual([422, true]);
    const some = await visit(people.bob, '/operator/do/payouts/list?limit=5&state=reserved');
    expect(some.body).toContain('&lt;b&gt;the cap');
    expect(asked.map(({ verb, input }) => [verb, input])).toEqual([
      ['payouts why', { id: '9' }],
      ['payouts list', { limit: 5, state: 'reserved' }],
    ]);
  });

  it('does nothing for who may look only', async () => {
    const form = { id: '7', reason: 'who is it' };
    expect((await visit(people.bob, hold)).status).toBe(403);
    expect((await visit(people.bob, hold, form)).status).toBe(403);
    expect((await visit(people.bob, '/operator/commands')).body).not.toContain('payouts hold');
    expect((await visit(people.ann, '/operator/commands')).body).toContain('payouts hold');
    expect(asked).toEqual([]);
  });

  const written = {
    kind: 'found',
    text: { kind: 'news', slug: 'soon', fields: { type: 'pool', pinned: true, text: 'First\n<b>line</b>' } },
    state: 'draft',
    writtenAt: Date.UTC(2026, 3, 30),
    rendered: { kind: 'shown', html: '<p>First <strong>line</strong></p>' },
  };

  it('shows a text as the site will, and what comes next to who may do it', async () => {
    answers = { 'texts show': written };
    const show = '/operator/do/texts/show?name=news/soon';
    const { status, body } = await visit(people.ann, show);
    expect(status).toBe(200);
    expect(body).toContain('<div class="preview"><p>First <strong>line</strong></p></div>');
    expect(body).toContain('&lt;b&gt;line&lt;/b&gt;');
    expect(body).toContain('<a href="/operator/do/texts/publish?name=news%2Fsoon">texts publish</a>');
    expect(body).toContain('<a href="/operator/do/texts/write-news?slug=soon">texts write-news</a>');
    const seen = await visit(people.bob, show);
    expect([
      seen.status,
      seen.body.includes('class="preview"'),
      /texts\/(publish|write)/.test(seen.body),
    ]).toEqual([200, true, false]);
    for (const verb of ['write-news', 'write-article', 'publish', 'withdraw'])
      expect((await visit(people.bob, `/operator/do/texts/${verb}`)).status).toBe(403);
  });

  it('fills the form of a text with what was written, asks with it in view, and publishes what was looked at', async () => {
    answers = { 'texts show': written, 'texts publish': { kind: 'done' } };
    const form = await visit(people.ann, '/operator/do/texts/write-news?slug=soon');
    expect(form.body).toContain('>\nFirst\n&lt;b&gt;line&lt;/b&gt;</textarea>');
    expect(form.body).toContain('<option selected>pool</option>');
    const question = await visit(people.ann, '/operator/do/texts/publish', {
      name: 'news/soon',
      reason: 'now',
    });
    expect(question.body).toContain('<div class="preview"><p>First <strong>line</strong></p></div>');
    await visit(people.ann, '/operator/do/texts/publish', { agreed: agreedOf(question) });
    expect(asked.at(-1)).toEqual({
      verb: 'texts publish',
      input: { name: 'news/soon', reason: 'now', writtenAt: String(written.writtenAt) },
      actor: "ann (operator's page)",
    });
  });

  it('keeps the lines of a text, whatever ends them, and takes the longest', async () => {
    answers = { 'texts write-news': { kind: 'done', name: 'news/soon', fault: null } };
    const typed = { slug: 'soon', type: 'pool', text: 'One\r\nTwo', reason: 'now' };
    const question = await visit(people.ann, '/operator/do/texts/write-news', typed);
    const done = await visit(people.ann, '/operator/do/texts/write-news', { agreed: agreedOf(question) });
    expect(asked.at(-1)?.input).toEqual({ slug: 'soon', type: 'pool', text: 'One\nTwo', reason: 'now' });
    expect(done.body).toContain('<a href="/operator/do/texts/show?name=news%2Fsoon">texts show</a>');
    const long = '語'.repeat(20_000);
    const asks = await visit(people.ann, '/operator/do/texts/write-news', { ...typed, text: long });
    expect([asks.status, asks.body.includes(long)]).toEqual([200, true]);
    const none = await visit(people.ann, '/operator/do/texts/write-news', { ...typed, type: '' });
    expect([none.status, none.body.includes('it is needed')]).toEqual([422, true]);
  });

  it('names what it asks about as the form names it', async () => {
    const article = { slug: 'soon', title: 'Soon', shortText: 'What will be soon.', category: 'payouts' };
    const path = '/operator/do/texts/write-article';
    expect((await visit(people.ann, path)).body).toContain('<label for="shortText">short text</label>');
    const { body } = await visit(people.ann, path, { ...article, place: '1', text: 'One', reason: 'now' });
    expect(body).toContain('<dt>short text</dt><dd>What will be soon.</dd>');
  });

  it('asks, does what was agreed to once, and says whose it is', async () => {
    answers = { 'payouts hold': { kind: 'done' } };
    const question = await visit(people.ann, hold, { id: '7', reason: 'who is it' });
    expect([question.status, asked]).toEqual([200, []]);
    const done = await visit(people.ann, hold, { agreed: agreedOf(question) });
    expect([done.status, done.body.includes('Payout 7 waits until you approve or release it.')]).toEqual([
      200,
      true,
    ]);
    expect(asked).toEqual([
      { verb: 'payouts hold', input: { id: '7', reason: 'who is it' }, actor: "ann (operator's page)" },
    ]);
    // A double click, or a page that is sent again, has the same answer.
    const again = await visit(people.ann, hold, { agreed: agreedOf(question) });
    expect([again.status, again.body, asked.length]).toEqual([200, done.body, 1]);
  });

  it('takes a yes of its visitor only, to what was asked, and not much later', async () => {
    const ask = async (): Promise<string> =>
      agreedOf(await visit(people.ann, hold, { id: '7', reason: 'who is it' }));
    expect((await visit(people.bob, hold, { agreed: await ask() })).status).toBe(403);
    expect((await visit(people.ann, '/operator/do/payouts/approve', { agreed: await ask() })).status).toBe(
      410,
    );
    expect((await visit(people.ann, hold, { agreed: 'guessed' })).status).toBe(410);
    const late = await ask();
    now += 5 * 60_000 + 1;
    expect((await visit(people.ann, hold, { agreed: late })).status).toBe(410);
    expect(asked).toEqual([]);
  });

  it('looks for no other site: a picture of it starts no audit', async () => {
    const from = (site: string) =>
      visit(people.bob, '/operator/do/payouts/list', undefined, { 'sec-fetch-site': site });
    expect([(await from('cross-site')).status, (await from('same-site')).status, asked]).toEqual([
      403,
      403,
      [],
    ]);
    expect([(await from('same-origin')).status, (await from('none')).status]).toEqual([200, 200]);
    // The router reads a path that is written in another way, and the guard goes by what it found.
    const site = { 'sec-fetch-site': 'cross-site' };
    expect((await visit(people.bob, '/operator/%64o/log', undefined, site)).status).toBe(403);
    expect((await visit(people.bob, '/%6fperator/do/log', undefined, site)).status).toBe(403);
    const link = { ...site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await visit(people.bob, '/operator/commands', undefined, link)).status).toBe(200);
    expect((await visit(people.bob, '/operator/do/log', undefined, link)).status).toBe(403);
    const picture = { ...site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
    expect((await visit(people.bob, '/operator', undefined, picture)).status).toBe(403);
    expect(requestsOf('log')).toBe(0);
  });

  it('lets who may look only leave no evidence', async () => {
    const compare = '/operator/do/payouts/compare';
    expect((await visit(people.bob, compare)).status).toBe(403);
    expect((await visit(people.ann, compare)).body).toContain('Go on');
    const question = await visit(people.ann, compare, { since: '2026-05-01' });
    expect([question.body.includes('has left with the database?'), asked]).toEqual([true, []]);
    const since = Date.UTC(2026, 4, 1);
    await visit(people.ann, compare, { agreed: agreedOf(question) });
    expect(asked).toEqual([{ verb: 'payouts compare', input: { since }, actor: "ann (operator's page)" }]);
  });

  it.each([
    ['another site', 'https://evil.example'],
    ['the same machine without TLS', 'http://127.0.0.1'],
    ['a page that hides where it is', 'null'],
  ])('takes no form of %s', async (_what, origin) => {
    const { status } = await visit(people.ann, hold, { id: '7', reason: 'x' }, { origin });
    expect([status, asked]).toEqual([403, []]);
  });

  it('names what is missing in a form, and keeps what was typed', async () => {
    const { status, body } = await visit(people.ann, hold, { id: '"><script>', reason: '' });
    expect(status).toBe(422);
    expect(body).toContain('Not right: it is needed');
    expect(body).toContain('value="&quot;&gt;&lt;script&gt;"');
    expect(body).not.toContain('<script');
  });

  it('names the receiver before an approval, and says what was not done', async () => {
    answers = {
      'payouts why': { ...payout, memo: '77' },
      'payouts approve': { kind: 'not-possible', state: 'settled' },
    };
    const question = await visit(people.ann, '/operator/do/payouts/approve', { ids: '7', reason: 'seen' });
    expect(question.body).toContain('Approve payout 7 (40.5 DOGE on DOGE to D1, memo 77)?');
    const outcome = await visit(people.ann, '/operator/do/payouts/approve', { agreed: agreedOf(question) });
    expect([outcome.status, outcome.body.includes('Not possible: payout 7 is settled.')]).toEqual([
      409,
      true,
    ]);
    const none = await visit(people.ann, '/operator/do/payouts/approve', { ids: '', reason: 'seen' });
    expect([none.status, none.body.includes('Name payouts, or --all, or a --network.')]).toEqual([409, true]);
  });

  it('says that what takes long goes on, and answers the same yes when it is done', async () => {
    let answer: (found: unknown) => void = () => undefined;
    answers = { 'payouts hold': new Promise((resolve) => (answer = resolve)) };
    const question = await visit(people.ann, hold, { id: '7', reason: 'who is it' });
    answerWithinMs = 20;
    const early = await visit(people.ann, hold, { agreed: agreedOf(question) });
    answerWithinMs = 60_000;
    expect([early.status, early.body.includes('It goes on in the pool.')]).toEqual([504, true]);
    // However much else is asked meanwhile.
    for (let turn = 0; turn < 70; turn += 1)
      await visit(people.ann, hold, { id: String(turn), reason: 'who is it' });
    answer({ kind: 'done' });
    const late = await visit(people.ann, hold, { agreed: agreedOf(question) });
    expect([late.status, requestsOf('payouts hold')]).toEqual([200, 1]);
  });

  it('says that nothing is done where it is the question that takes long', async () => {
    answers = { 'payouts why': new Promise(() => undefined) };
    answerWithinMs = 20;
    const early = await visit(people.ann, '/operator/do/payouts/approve', { ids: '99', reason: 'seen' });
    answerWithinMs = 60_000;
    expect([early.status, early.body.includes('Nothing is done yet.')]).toEqual([504, true]);
    expect(requestsOf('payouts approve')).toBe(0);
  });

  it('takes a form for a look as the look, and asks nothing', async () => {
    const { status, body } = await visit(people.bob, '/operator/do/log', { limit: '5' });
    expect([status, body.includes('Yes, do it')]).toEqual([200, false]);
  });

  it('closes at once although a connection has said nothing yet', async () => {
    const other = await buildOperatorPage(options);
    const silent = connect(
      Number(new URL(await other.listen({ host: '127.0.0.1', port: 0 })).port),
      '127.0.0.1',
    );
    await once(silent, 'connect');
    const ended = once(silent, 'close');
    // Node's own limit for a handshake would hold it for two minutes without this.
    await other.close();
    await ended;
  });

  it('says that what failed may have been done', async () => {
    answers = { 'payouts hold': new Error('connection lost') };
    const question = await visit(people.ann, hold, { id: '7', reason: 'who is it' });
    const { status, body } = await visit(people.ann, hold, { agreed: agreedOf(question) });
    expect([status, body.includes('It may have been done all the same.')]).toEqual([500, true]);
  });

  it('answers what cannot be read with a page, and does not take it for a failure of the pool', async () => {
    const json = { 'content-type': 'application/json' };
    const sent = await Promise.all([
      visit(people.ann, hold, 'id=7&id=8&reason=x'),
      visit(people.ann, hold, '[1]', json),
      visit(people.ann, hold, `id=${'7'.repeat(270_000)}`),
    ]);
    expect(sent.map(({ status }) => status)).toEqual([422, 415, 413]);
    expect(sent[0]?.body).toContain('it is there more than once');
    expect(sent[1]?.body).toContain('This form cannot be read.');
    expect((await visit(people.eve, '/operator/do/%zz')).status).toBe(400);
    expect(asked).toEqual([]);
  });

  it('has no verb that is for who is on the machine', async () => {
    const paths = ['backup', 'restore', 'settings/check', 'move-to-postgres', 'doctor', 'which', '../x'];
    const statuses = await Promise.all(
      paths.map(async (path) => (await visit(people.ann, `/operator/do/${path}`)).status),
    );
    expect(statuses).toEqual(paths.map(() => 404));
  });
});
