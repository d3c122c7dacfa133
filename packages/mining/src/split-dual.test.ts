import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitDual } from './split-dual.ts';

const split = (text: string) => {
  const { first, second } = splitDual(text.split(' '));
  return [first, ...(second === undefined ? [] : [second.words])].map((words) => words.join(' '));
};
const optionsOf = (text: string) => splitDual(text.split(' ')).second?.options;

describe('splitDual', () => {
  it('makes two commands of one that mines two algorithms: NBMiner', () => {
    expect(
      split(
        'sudo ./nbminer -a eaglesong_ethash -o stratum+tcp://a:1 -u A.r -do tcp://b:2 -du B.r -d 0,1 --log',
      ),
    ).toEqual([
      'sudo ./nbminer -a eaglesong -o stratum+tcp://a:1 -u A.r -d 0,1 --log',
      'sudo ./nbminer -a ethash -o tcp://b:2 -u B.r -d 0,1 --log',
    ]);
  });

  it('reads joined values, and leaves out what the command does not say', () => {
    expect(split('nbminer --algo=cuckoo_ae_ethash --secondary-url=b:2 --log-file=x')).toEqual([
      'nbminer --algo cuckoo_ae --log-file=x',
      'nbminer --algo ethash --url b:2 --log-file=x',
    ]);
    expect(split('nbminer -a ethash -o a:1 -du B.r')).toEqual(['nbminer -a ethash -o a:1', 'nbminer -u B.r']);
  });

  it('T-Rex', () => {
    expect(
      split(
        't-rex -a ethash --dual-algo kawpow -o stratum+tcp://a:1 -u A -p x -w rig0 --url2 stratum+ssl://b:2 --user2 B.r --pass2 y',
      ),
    ).toEqual([
      't-rex -a ethash -o stratum+tcp://a:1 -u A -p x -w rig0 --pass2 y',
      't-rex --algo kawpow -p x --url stratum+ssl://b:2 --user B.r --pass2 y',
    ]);
    expect(split('t-rex -a ethash --lhr-algo blake3 -o a:1 -u A')[1]).toBe('t-rex --algo blake3');
    expect(optionsOf('t-rex --dual-algo blake3')).toEqual({ server: '--url2', user: '--user2' });
  });

  it('lolMiner', () => {
    const first = 'lolMiner --algo ETCHASH --pool a:1 --user A.r --tls on';
    expect(split(`${first} --dualmode KASPADUAL --dualpool b:2 --dualuser B.r --dualtls off`)).toEqual([
      first,
      'lolMiner --algo KASPA --pool b:2 --user B.r --tls off',
    ]);
    expect(split(`${first} --dualmode etc --dualstratum tls://B.r@b:2`)[1]).toBe(
      'lolMiner --algo ETCHASH --pool tls://B.r@b:2',
    );
    // One algorithm on two servers, or a second one that is no algorithm of a pool.
    expect(split(`${first} --dualmode SPLIT-40.5 --dualpool b:2 --dualuser B.r`)[1]).toBe(
      'lolMiner --pool b:2 --user B.r',
    );
    expect(optionsOf(`${first} --dualpool b:2`)).toEqual({ server: '--dualpool', user: '--dualuser' });
    expect(split(`${first} --dualmode none`)).toHaveLength(1);
  });

  it('SRBMiner, in both of its forms', () => {
    const halves = [
      './SRBMiner-MULTI --disable-cpu --algorithm fishhash --pool a:1 --wallet A.r',
      './SRBMiner-MULTI --disable-cpu --algorithm kaspa --pool b:2 --wallet B.r',
    ];
    expect(
      split('./SRBMiner-MULTI --disable-cpu --algorithm fishhash;kaspa --pool a:1!c:3;b:2 --wallet A.r;B.r'),
    ).toEqual(halves);
    expect(
      split(
        './SRBMiner-MULTI --disable-cpu -a fishhash --pool a:1,c:3 --wallet A.r -a kaspa -o b:2 --wallet B.r',
      ),
    ).toEqual(halves);
    expect(
      split(
        'SRBMiner-MULTI.exe --algorithm-cpu randomx -o a:1 -u A.r --algorithm-gpu kawpow -o b:2 -u B.r --tls true',
      ),
    ).toEqual([
      'SRBMiner-MULTI.exe --algorithm randomx --pool a:1 --wallet A.r --tls true',
      'SRBMiner-MULTI.exe --algorithm kawpow --pool b:2 --wallet B.r --tls true',
    ]);
    expect(optionsOf('SRBMiner-MULTI -a fishhash;kaspa')).toEqual({
      server: 'a second --pool',
      user: 'a second --wallet',
    });
  });

  it('Rigel', () => {
    expect(
      split(
        'rigel -a etchash+kheavyhash+zil -o [1]stratum+tcp://a:1 -u [1]A.r -o [2]stratum+ssl://b:2 -u [2]B.r -o [3]zmp://c -u [3]C -w rig',
      ),
    ).toEqual([
      'rigel -w rig -a etchash -o stratum+tcp://a:1 -u A.r',
      'rigel -w rig -a kheavyhash -o stratum+ssl://b:2 -u B.r',
    ]);
    expect(optionsOf('rigel -a a+b -o [2]b:2')).toEqual({ server: '-o [2]', user: '-u [2]' });
  });

  it('leaves every other command as it is', () => {
    for (const one of [
      'nbminer -a cuckoo_ae -o a:1 -u A.r -o1 c:3 -u1 C.r',
      'xmrig -o a:1 -u A.r -a rx/0 -o b:2 -u B.r -a gr',
      'SRBMiner-MULTI -a randomx -o a:1,b:2 -u A.r',
      'miner --url2 b:2 -o a:1 -u A.r',
      'rigel -a kawpow -o [1]a:1 -u [1]A.r',
    ])
      expect(split(one)).toEqual([one]);
  });

  it('never throws', () => {
    const word = fc.constantFrom(
      '-a',
      '--algorithm',
      'a;b',
      ';',
      '-o',
      '[2]',
      '[2]b:2',
      '-do',
      '--dualmode',
      'DUAL',
      '--dualpool',
      '--dual-algo',
      '--url2=',
      '=',
      '-u',
      'SRBMiner',
      '',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 10 }), (words) => {
        expect(splitDual(words).first).toBeDefined();
      }),
    );
  });
});
