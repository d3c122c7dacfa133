import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMoneyGate, permitFault } from './money-gate.ts';
import { serveVenue, type VenueServer } from './testing/venue-server.ts';

const permit = {
  path: '/orders',
  fields: { text: 't-1', amount: '0.5', chain: 'TRX' },
  besides: { account: 'spot' },
  isLate: () => undefined,
};
const url = 'http://venue/api/orders';

describe('permitFault', () => {
  it.each([
    [{ text: 't-1', amount: '0.50', chain: 'TRX', account: 'spot' }, undefined],
    [{ text: 't-1', amount: '0.5' }, 'chain would leave as nothing, and not as TRX'],
    [{ text: 't-1', amount: '0.51', chain: 'TRX' }, 'amount would leave as "0.51", and not as 0.5'],
    [{ text: 't-1', amount: 0.5, chain: 'TRX' }, 'amount would leave as 0.5, and not as 0.5'],
    [{ text: 'x', amount: '0.5', chain: 'TRX' }, 'text would leave as "x", and not as t-1'],
    [
      { text: 't-1', amount: '0.5', chain: 'TRX', iceberg: '1' },
      'iceberg would leave, which was not asked for',
    ],
    [
      { text: 't-1', amount: '0.5', chain: 'TRX', account: 'margin' },
      'account would leave, which was not asked for',
    ],
  ])('judges %j', (body, fault) => {
    expect(permitFault(permit, url, JSON.stringify(body))).toBe(fault);
  });

  it('lets nothing leave to another address', () => {
    const body = JSON.stringify(permit.fields);
    expect(permitFault(permit, 'http://venue/api/margin', body)).toBe('it would leave to /api/margin');
    expect(permitFault(permit, `${url}?to=x`, body)).toBe('it would leave to /api/orders?to=x');
  });

  it('takes nothing that is no JSON', () => {
    expect(permitFault(permit, url, 'text=t-1')).toBe('what would leave is no JSON');
  });
});

describe('openMoneyGate', () => {
  let server: VenueServer;
  beforeAll(async () => {
    server = await serveVenue({
      movesMoney: ({ method }) => method === 'POST',
      answer: () => ({ status: 200, body: { id: '7' } }),
      refuse: ({ message }) => ({ status: 400, body: message }),
    });
  });
  afterAll(() => server.close());
  const body = JSON.stringify(permit.fields);
  const post = (gate: ReturnType<typeof openMoneyGate>, text = body) =>
    gate.fetch(`${server.url}/orders`, { method: 'POST', headers: {}, body: text });

  it('lets what reads through, and what moves money only where it is permitted, and once', async () => {
    const gate = openMoneyGate({ callMs: 30_000, bytesMax: 1000 });
    const read = await gate.fetch(server.url, { method: 'GET', headers: {} });
    expect(await read.json()).toEqual({ id: '7' });
    await expect(post(gate)).rejects.toThrow('nothing more may be sent');
    const passed = await gate.during(permit, async () => (await post(gate)).json());
    expect(passed).toEqual({ hasSent: true, value: { id: '7' } });
    const twice = await gate.during(permit, async () => {
      await post(gate);
      await post(gate);
    });
    expect(twice).toEqual({ hasSent: true, error: new Error('nothing more may be sent') });
    const changed = await gate.during(permit, () => post(gate, body.replace('0.5', '0.6')));
    expect(changed).toMatchObject({ hasSent: false });
    const late = await gate.during({ ...permit, isLate: () => 'it is too late' }, () => post(gate));
    expect(late).toEqual({ hasSent: false, error: new Error('it is too late') });
    await expect(post(gate)).rejects.toThrow('nothing more may be sent');
    expect(server.calls.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  it('answers a list of the library only where it has all that the venue answered', async () => {
    let answer: unknown = [1, 2];
    const venue = await serveVenue({
      movesMoney: () => false,
      answer: () => ({ status: 200, body: answer }),
      refuse: ({ message }) => ({ status: 400, body: message }),
    });
    const gate = openMoneyGate({ callMs: 30_000, bytesMax: 1000 });
    const get = async (path: string) =>
      (await gate.fetch(`${venue.url}${path}?a=1`, { method: 'GET', headers: {} })).json();
    const both = async () => (await get('/api/list')) as number[];
    expect(await gate.reading('/list', both)).toEqual([1, 2]);
    await expect(gate.reading('/list', async () => (await both()).slice(1))).rejects.toThrow(
      '1 of 2 items were read',
    );
    await expect(gate.reading('/other', both)).rejects.toThrow('no list was answered at /other');
    expect(await gate.reading('/list', async () => [...(await both()), ...(await both())])).toHaveLength(4);
    answer = { message: 'not now' };
    await expect(gate.reading('/list', async () => (await get('/list'), []))).rejects.toThrow(
      'no list was answered at /list',
    );
    await venue.close();
  });

  it('gives half an answer up in time, and says that it was sent', async () => {
    const gate = openMoneyGate({ callMs: 300, bytesMax: 1000 });
    server.faultOf = () => ({ taken: 'now', loss: 'half-body' });
    expect(await gate.during(permit, () => post(gate))).toMatchObject({ hasSent: true });
    server.faultOf = () => undefined;
  });
});
