import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answerChallenge, readChallenge } from './digest-login.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const ofMonerod =
  'Digest qop="auth",algorithm=MD5,realm="monero-rpc",nonce="L4T0vOHASAR31dEQ0XcM4A==",stale=false';

describe('a login by digest', () => {
  it('answers the example of RFC 7616', () => {
    const challenge = readChallenge([
      'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
      'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=MD5, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
    ]);
    if (challenge === undefined) throw new Error('it was not read');
    const login = { user: 'Mufasa', password: 'Circle of Life' };
    const clientNonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ';
    const call = { method: 'GET', uri: '/dir/index.html', count: 1, clientNonce };
    const answer = answerChallenge(challenge, login, call, md5);
    expect(answer).toContain('response="8ca523f5e9506fed4657c9700eebdbec"');
    expect(answer).toContain('nc=00000001');
    expect(answer).toContain('opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"');
  });

  it('reads what monerod says, and passes over its second offer', () => {
    const challenge = {
      realm: 'monero-rpc',
      nonce: 'L4T0vOHASAR31dEQ0XcM4A==',
      opaque: undefined,
      isStale: false,
    };
    const other = ofMonerod.replace('MD5', 'MD5-sess');
    expect(readChallenge([ofMonerod, other])).toEqual(challenge);
    expect(readChallenge([other, ofMonerod.replace('=false', '=true')])).toEqual({
      ...challenge,
      isStale: true,
    });
  });

  it.each([[[]], [['Basic realm="jsonrpc"']], [['Digest realm="x"']], [['Digest realm="x",nonce="y"']]])(
    'does not understand %j',
    (headers) => expect(readChallenge(headers)).toBeUndefined(),
  );

  it('writes quotes of a user so that they end nothing', () => {
    const challenge = readChallenge([ofMonerod]);
    if (challenge === undefined) throw new Error('it was not read');
    const login = { user: 'a"b\\c', password: 'd' };
    const call = { method: 'POST', uri: '/json_rpc', count: 10, clientNonce: 'e' };
    expect(answerChallenge(challenge, login, call, md5)).toMatch(
      /^Digest username="a\\"b\\\\c", realm=.*nc=0000000a/,
    );
  });
});
