import { describe, expect, it } from 'vitest';
import { splitDual } from './split-dual.ts';

const split = (text: string) => splitDual(text.split(' ')).map((words) => (words ?? []).join(' '));

describe('splitDual', () => {
  it('makes two commands of one that mines two algorithms', () => {
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

  it('leaves every other command as it is', () => {
    const one = 'nbminer -a cuckoo_ae -o a:1 -u A.r -o1 c:3 -u1 C.r';
    expect(split(one)).toEqual([one]);
  });
});
