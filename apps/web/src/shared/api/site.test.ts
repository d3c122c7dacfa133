import { describe, expect, it } from 'vitest';
import { parseSite } from './site.ts';

describe('parseSite', () => {
  it('falls back to the API of the same origin', () => {
    expect(parseSite(null).apiBase).toBe('/api');
    expect(parseSite('<!--').apiBase).toBe('/api');
  });

  it('takes what the server embedded', () => {
    const text = '{"sandbox":true,"host":"pool.example","apiBase":"https://api.pool.example"}';
    expect(parseSite(text)).toMatchObject({
      sandbox: true,
      host: 'pool.example',
      apiBase: 'https://api.pool.example',
      algorithms: [],
    });
  });
});
