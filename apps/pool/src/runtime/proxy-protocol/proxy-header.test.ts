import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readProxyHeader } from './proxy-header.ts';

const line = (text: string) => readProxyHeader(Buffer.from(text, 'latin1'));
const start = '0d0a0d0a000d0a515549540a';
const binary = (hex: string) => readProxyHeader(Buffer.from(`${start}${hex.replaceAll(' ', '')}`, 'hex'));

const subscribe = '{"id":1,"method":"mining.subscribe","params":[]}\n';

describe('the header of the PROXY protocol', () => {
  it.each([
    ['PROXY TCP4 192.0.2.7 198.51.100.1 56324 3333\r\n', '192.0.2.7'],
    ['PROXY TCP6 2001:db8::7 2001:db8::1 56324 3333\r\n', '2001:db8::7'],
    ['PROXY TCP6 ::ffff:c000:207 ::1 56324 3333\r\n', '192.0.2.7'],
    ['PROXY TCP6 0:0:0:0:0:ffff:192.0.2.7 ::1 56324 3333\r\n', '192.0.2.7'],
    ['PROXY TCP6 2001:DB8:0:0:0:0:0:7 ::1 56324 3333\r\n', '2001:db8::7'],
    ['PROXY UNKNOWN\r\n', undefined],
    ['PROXY UNKNOWN ffff::1 ffff::2 65535 65535\r\n', undefined],
  ])('of version 1, %j, names the client, and ends where its line does', (text, address) => {
    expect(line(`${text}${subscribe}`)).toEqual({ kind: 'read', bytes: text.length, address });
  });

  it.each([
    ['11 000c c0000207 c6336401 dc04 0d05', 28, '192.0.2.7'],
    ['11 0010 c0000207 c6336401 dc04 0d05 04000100', 32, '192.0.2.7'],
    [
      `21 0024 20010db8000000000000000000000007 20010db8000000000000000000000001 dc04 0d05`,
      52,
      '2001:db8::7',
    ],
    [`21 0024 00000000000000000000ffffc0000207 00000000000000000000ffffc6336401 dc04 0d05`, 52, '192.0.2.7'],
    ['00 0000', 16, undefined],
  ])('of version 2, 21 %s, names the client, and ends where its length says', (rest, bytes, address) => {
    expect(binary(`21${rest} 7b22`)).toEqual({ kind: 'read', bytes, address });
  });

  it('believes no address of a balancer that speaks for itself', () => {
    expect(binary('20 11 000c c0000207 c6336401 dc04 0d05')).toEqual({
      kind: 'read',
      bytes: 28,
      address: undefined,
    });
  });

  it.each([
    subscribe,
    'PROXY TCP4 192.0.2.7 198.51.100.1 56324\r\n',
    'PROXY TCP4 2001:db8::7 198.51.100.1 56324 3333\r\n',
    'PROXY TCP6 192.0.2.7 198.51.100.1 56324 3333\r\n',
    'PROXY TCP6 fe80::1%eth0 fe80::2 56324 3333\r\n',
    'PROXY TCP4 192.0.2.7, 198.51.100.1 56324 3333\r\n',
    'PROXY UDP4 192.0.2.7 198.51.100.1 56324 3333\r\n',
    `PROXY TCP4 ${'9'.repeat(120)}`,
    '\x16\x03\x01\x02\x00\x01',
  ])('is not %j', (text) => {
    expect(line(text)).toEqual({ kind: 'malformed' });
  });

  it.each([
    '31 11 000c c0000207 c6336401 dc04 0d05',
    '22 11 000c c0000207 c6336401 dc04 0d05',
    '21 12 000c c0000207 c6336401 dc04 0d05',
    '21 31 00d8',
    '21 11 0004 c0000207',
    '21 21 000c 20010db8 c6336401 dc04 0d05',
    '21 11 ffff',
  ])('of version 2 is not %s', (rest) => {
    const header = binary(`${rest}${'00'.repeat(300)}`);
    expect(header).toEqual({ kind: 'malformed' });
  });

  it('is waited for, byte by byte, and never longer than it may be', () => {
    for (const header of [
      Buffer.from('PROXY TCP4 192.0.2.7 198.51.100.1 56324 3333\r\n'),
      Buffer.from(`${start}2111000cc0000207c6336401dc040d05`, 'hex'),
    ]) {
      for (let bytes = 1; bytes < header.length; bytes += 1)
        expect(readProxyHeader(header.subarray(0, bytes))).toEqual({ kind: 'more' });
      expect(readProxyHeader(header)).toEqual({ kind: 'read', bytes: header.length, address: '192.0.2.7' });
    }
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 2100, maxLength: 4200 }), fc.boolean(), (bytes, isBinary) => {
        const begun = isBinary ? Buffer.from(start, 'hex') : Buffer.from('PROXY ');
        expect(readProxyHeader(Buffer.concat([begun, bytes])).kind).not.toBe('more');
      }),
    );
  });
});
