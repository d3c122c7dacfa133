import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { codePoint } from '@openlode/mining/testing/code-point';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adversarialRail } from '../../sandbox/testing/adversarial-rail.ts';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { type PayingProcess, payingProcess } from '../../testing/payouts/payout-world.ts';
import { requestWords } from './request-words.ts';
import { buildTestHttp } from '../../testing/build-test-http.ts';

interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly bodyFields: readonly string[];
}

type Operation = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly properties?: object } }>>;
  };
};

const must = Object.entries(requestWords).map(([key, words]) => [key.split('.')[1] ?? '', words] as const);

/** Every sentence that a 400, 404, 413, 414, 415, 422 of the calls may be; the texts of what a caller typed are left open. */
const sentences: readonly RegExp[] = [
  ...must.flatMap(([field, words]) => [
    exactly(`${field} must be ${words}`),
    exactly(`${field} is missing: it must be ${words}`),
  ]),
  /^The body must be a JSON object with the fields of this call$/,
  /^The body is not valid JSON$/,
  /^The body is empty; send JSON, or no Content-Type$/,
  /^The body is too large$/,
  /^The path is too long$/,
  /^The query is too long$/,
  /^The path cannot be read: a percent sign needs two hexadecimal digits of UTF-8 behind it$/,
  /^This call does not take a body of this Content-Type; send JSON$/,
  /^Send application\/json, or no body$/,
  /^There is nothing here$/,
  /^There is no such (reward|challenge)$/,
  /^There is no (coin|algorithm|time zone) /,
  /^None of these accounts exists$/,
  /^This address has no accepted share yet$/,
  /^The address is empty$/,
  /^An address with its memo is never longer than 256 characters$/,
  /^Double check your [A-Z0-9]+ address, /,
  /^Double check your memo value, it seems to be invalid!$/,
  /^The network [A-Z0-9]+ of [A-Z0-9]+ does not support the ADDRESS:MEMO format$/,
  /^A hashrate above 0 must be at least 1e-36$/,
  /^setting must be true or false, and the only field$/,
  /^The challenge must say what exactly will be done$/,
  /^action must be pay, auto_pay, switch or cancel_switch, with setting or network beside it$/,
  /^signature must be a text of at most 512 characters$/,
  /^An Idempotency-Key has 1 to 64 letters, digits, hyphens and underscores$/,
  /^This Idempotency-Key was used for something else$/,
];

function exactly(sentence: string): RegExp {
  return new RegExp(`^${sentence.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`);
}

/** Half a surrogate pair has no UTF-8: it becomes the replacement character. */
function percentEncoded(value: string): string {
  return encodeURIComponent(Buffer.from(value).toString());
}

/** What validators, parsers and the database say, and no visitor should read. */
const ofLibraries =
  /must (match|NOT|have required|be (string|number|integer|boolean|object|array|equal to|>=|<=))|querystring[/.]|body[/.]|params[/.]|headers[/.]|\bpattern\b|schema|Expected .* received|Unexpected token|JSON at position|FST_|\bat .*\.[jt]s:|SELECT |undefined|\[object/;

describe('every refusal', () => {
  let ctx: TestContext;
  let app: FastifyInstance;
  let paying: PayingProcess;
  let calls: readonly Call[];
  beforeAll(async () => {
    ctx = await createTestContext('pglite');
    paying = payingProcess(ctx, adversarialRail(ctx.clock, { below: () => 0, percent: () => false }));
    app = await buildTestHttp(ctx, { payouts: paying });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const document = (await app.inject('/api/docs/json')).json() as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    };
    calls = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        parameters,
        bodyFields: Object.keys(Object.values(requestBody?.content ?? {})[0]?.schema.properties ?? {}),
      })),
    );
  });
  afterAll(async () => {
    await app.close();
    paying.end();
    await ctx.close();
  });

  it('has words for every field of every call, and none for fields that no call has', () => {
    const parts = { path: 'params', query: 'querystring', header: 'headers' } as const;
    const fields = calls.flatMap(({ parameters, bodyFields }) => [
      ...parameters.map((each) => `${parts[each.in]}.${each.name}`),
      ...bodyFields.map((name) => `body.${name}`),
    ]);
    expect(calls.length).toBeGreaterThan(25);
    // OpenAPI leaves this header out of the parameters.
    fields.push('headers.authorization');
    expect([...new Set(fields)].toSorted()).toEqual(Object.keys(requestWords).toSorted());
  });

  /** Texts that are nearly right, plainly wrong, or meant to do harm. */
  const anyText = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '0',
      '-1',
      '1.5',
      '1e5',
      'true',
      'null',
      'NaN',
      '[]',
      '{}',
      '__proto__',
      'constructor',
      '%00',
      '../../..',
      "' OR 1=1 --",
      '<script>',
      'DOGE',
      'nosuch',
      'x'.repeat(33),
      'x'.repeat(300),
      'pay',
      'reward,worker',
      '1h',
      'ETH',
      '00000000-0000-4000-8000-000000000000',
      'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU',
      'Europe/Nowhere',
      'kawpow',
      '18446744073709551616',
    ),
    fc.string({ unit: codePoint, maxLength: 40 }),
    fc.string({ maxLength: 80 }),
  );
  const anyValue = fc.oneof(anyText, fc.jsonValue({ maxDepth: 2 }), fc.double(), fc.integer());

  const anyRequest = () =>
    fc.nat().chain((at) => {
      const call = calls[at % calls.length];
      if (call === undefined) throw new Error('the server has no calls');
      const inPath = call.parameters.filter((each) => each.in === 'path');
      const inQuery = call.parameters.filter((each) => each.in === 'query');
      return fc.record({
        call: fc.constant(call),
        path: fc.tuple(...inPath.map(() => anyText)),
        query: fc.array(
          fc.tuple(fc.constantFrom(...inQuery.map(({ name }) => name), 'coin', 'page', 'zzz'), anyText),
          { maxLength: 4 },
        ),
        body: fc.oneof(
          fc.constant(undefined),
          fc
            .dictionary(fc.constantFrom(...call.bodyFields, 'coin', '__proto__'), anyValue, { maxKeys: 4 })
            .map((each) => JSON.stringify(each)),
          anyValue.map((each) => JSON.stringify(each) ?? ''),
          anyText,
        ),
        type: fc.constantFrom(
          'application/json',
          'application/x-www-form-urlencoded',
          'text/html',
          '',
          'application/json; charset=x',
        ),
        owner: fc.option(
          anyText.filter((each) => /^[\x20-\x7e]*$/.test(each)),
          { nil: undefined },
        ),
      });
    });

  it('of any call, for any path, query, header and body, is one of our sentences and never a fault [api-22]', async () => {
    const refused = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.constant(undefined).chain(anyRequest),
        async ({ call, path, query, body, type, owner }) => {
          const left = [...path];
          const url = call.path.replaceAll(/\{[^}]+\}/g, () => percentEncoded(left.shift() ?? '') || 'x');
          const search = query.map(([name, value]) => `${name}=${percentEncoded(value)}`).join('&');
          // Their tries of the case before are over.
          ctx.advance(60_000);
          const answer = await app.inject({
            method: call.method as 'GET',
            url: search === '' ? url : `${url}?${search}`,
            headers: {
              ...(body === undefined || type === '' ? {} : { 'content-type': type }),
              ...(owner === undefined ? {} : { authorization: owner }),
            },
            ...(body === undefined ? {} : { payload: body }),
          });
          if (answer.statusCode < 400) return;
          // An unknown rate is no fault of the server.
          expect([200, 400, 403, 404, 409, 413, 414, 415, 422, 429, 503]).toContain(answer.statusCode);
          const said = answer.json() as { success: boolean; msg: string; message: string };
          expect(said).toEqual({ success: false, msg: said.msg, message: said.msg });
          expect(said.msg).not.toMatch(ofLibraries);
          if (![403, 409, 429, 503].includes(answer.statusCode))
            expect(
              sentences.filter((each) => each.test(said.msg)),
              `${call.method} ${url}: ${said.msg}`,
            ).not.toEqual([]);
          refused.add(`${call.method} ${call.path}`);
        },
      ),
      { numRuns: 800 },
    );
    // Whatever can be refused at all has been: only calls without a parameter or a body cannot.
    const refusable = calls
      .filter(
        ({ parameters, bodyFields }) =>
          parameters.some((each) => each.in === 'path') || bodyFields.length > 0,
      )
      .map(({ method, path }) => `${method} ${path}`);
    expect(refusable.filter((each) => !refused.has(each))).toEqual([]);
  });

  it.each([
    [
      'a path that is no UTF-8',
      { url: '/api/v5/coin/%ff' },
      400,
      'The path cannot be read: a percent sign needs two hexadecimal digits of UTF-8 behind it',
    ],
    [
      'an account id',
      { url: '/api/v5/account/7/summary' },
      400,
      'uuid must be the id of a miner, as the look-up of its address answers it',
    ],
    [
      'a period',
      { url: '/api/v5/account/00000000-0000-4000-8000-000000000000/workers?period=2h' },
      400,
      'period must be 1h or 24h',
    ],
    [
      'a page',
      { url: '/api/v5/account/00000000-0000-4000-8000-000000000000/payments?page=0' },
      400,
      'page must be the number of a page, from 1 to 1,000,000',
    ],
    [
      'a coin that is missing',
      { url: '/api/v5/address/x' },
      400,
      'coin is missing: it must be the symbol of a coin, such as DOGE',
    ],
    [
      'a coin that is named twice',
      { url: '/api/v5/address/x?coin=a&coin=b' },
      400,
      'coin must be the symbol of a coin, such as DOGE',
    ],
    [
      'OPTIONS that is no preflight',
      { method: 'OPTIONS', url: '/api/v5/pool' },
      400,
      'OPTIONS needs the headers Origin and Access-Control-Request-Method',
    ],
    [
      'a hashrate',
      {
        method: 'POST',
        url: '/api/v3/calculate/reward',
        payload: { algo: 'kawpow', coin: 'RVN', mh: '1e5' },
      },
      400,
      'mh must be a hashrate from 0 to 10^30: digits, with at most 18 after the point and no exponent',
    ],
    [
      'a body that is a list',
      { method: 'POST', url: '/api/v3/calculate/reward', payload: [] },
      400,
      'The body must be a JSON object with the fields of this call',
    ],
    [
      'half a body',
      {
        method: 'POST',
        url: '/api/v3/calculate/reward',
        payload: '{"algo":',
        headers: { 'content-type': 'application/json' },
      },
      400,
      'The body is not valid JSON',
    ],
    [
      'a body of another type',
      {
        method: 'POST',
        url: '/api/v3/calculate/reward',
        payload: '<a/>',
        headers: { 'content-type': 'text/xml' },
      },
      415,
      'This call does not take a body of this Content-Type; send JSON',
    ],
  ] as const)('of %s says what it must be [api-22]', async (_what, request, status, sentence) => {
    const answer = await app.inject(request);
    expect([answer.statusCode, answer.json()]).toEqual([
      status,
      { success: false, msg: sentence, message: sentence },
    ]);
  });

  it.each([
    ['no HTTP', 'HELLO\r\n\r\n', '400 Bad Request', 'This is not a valid HTTP request'],
    [
      'too large headers',
      `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'The headers are too large',
    ],
  ])('of %s has the same shape [api-22]', async (_what, bytes, status, sentence) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.end(bytes);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
    expect(JSON.parse(body)).toEqual({ success: false, msg: sentence, message: sentence });
  });
});
