import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { dogeMiner } from '../../domain/testing/build-work.ts';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { buildTestHttp } from '../../testing/build-test-http.ts';

describe.each(oneEngine())('the call for a code on %s', (engine) => {
  let ctx: TestContext;
  let app: FastifyInstance;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    app = await buildTestHttp(ctx);
  });
  afterAll(async () => {
    await app.close();
    await ctx.close();
  });
  const ask = (address: string, remoteAddress = '192.0.2.1') =>
    app.inject({ method: 'POST', url: `/api/v5/address/${address}/code?coin=DOGE`, remoteAddress });

  it('answers the address with its code, which a look-up alone never makes', async () => {
    const looked = await app.inject(`/api/v5/address/${dogeMiner.address}?coin=DOGE`);
    expect(looked.json()).toMatchObject({ data: { fresh: true, referral_code: null } });
    const opened = await ask(dogeMiner.address);
    expect(opened.statusCode).toBe(200);
    const { data } = opened.json<{ data: { referral_code: string; fresh: boolean } }>();
    expect(data).toMatchObject({
      fresh: false,
      referral_code: expect.stringMatching(/^[a-z2-9]{4}-[a-z2-9]{4}$/),
    });
    const again = await app.inject(`/api/v5/address/${dogeMiner.address}?coin=DOGE`);
    expect(again.json()).toMatchObject({ data: { referral_code: data.referral_code } });
  });

  it('answers 404 for what is no address', async () => {
    const refused = await ask('nonsense', '192.0.2.2');
    expect(refused.statusCode).toBe(404);
    expect(refused.json()).toMatchObject({ success: false });
  });

  it('answers one source ten times a minute, and another one still', async () => {
    const answers = [];
    for (let call = 0; call < 11; call += 1) answers.push(await ask(dogeMiner.address, '192.0.2.3'));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      ...Array.from({ length: 10 }, () => 200),
      429,
    ]);
    expect(Number(answers[10]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(answers[10]?.json()).toMatchObject({
      msg: 'Too many codes were asked for. Try again in a minute.',
    });
    expect((await ask(dogeMiner.address, '192.0.2.4')).statusCode).toBe(200);
  });
});
