import { expect, it } from 'vitest';
import { listTimeZones, ownTimeZone } from './time-zones.ts';

it('lists every time zone once, UTC and the own one first', () => {
  const zones = listTimeZones();
  expect(zones.slice(0, 2)).toContain('UTC');
  expect(zones.slice(0, 2)).toContain(ownTimeZone());
  expect(new Set(zones).size).toBe(zones.length);
  expect(zones.length).toBeGreaterThan(400);
  for (const zone of ['America/New_York', 'Asia/Tokyo', 'Europe/Berlin', 'Pacific/Auckland'])
    expect(zones).toContain(zone);
});
