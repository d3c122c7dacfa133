import { describe, expect, it } from 'vitest';
import { hashOf as hash, PlayedClient, yes } from '../testing/played-client.ts';
import type { Solution } from './client-dialect.ts';

describe('what a client says, to the letter', () => {
  it('bitcoin, with version bits', () => {
    const played = new PlayedClient('bitcoin', { versionMask: 0x1fffe000 });
    played.receive(
      '{"id":1,"result":{"version-rolling":true,"version-rolling.mask":"00006000"},"error":null}',
      '{"id":2,"result":[[["mining.notify","s"]],"08000002",8],"error":null}',
      yes(3),
      yes(4),
      '{"id":null,"method":"mining.set_difficulty","params":[16]}',
      `{"id":null,"method":"mining.notify","params":["b3ba","${hash('a')}","0100","ffff",["${hash('c')}"],"20000000","1d00ffff","6921d3a0",false]}`,
    );
    expect(played.sent).toEqual([
      '{"id":1,"method":"mining.configure","params":[["version-rolling"],{"version-rolling.mask":"1fffe000","version-rolling.min-bit-count":0}]}\n',
      '{"id":2,"method":"mining.subscribe","params":["miner/1.0"]}\n',
      '{"id":3,"method":"mining.authorize","params":["U.w","x"]}\n',
      '{"id":4,"method":"mining.extranonce.subscribe","params":[]}\n',
    ]);
    expect(played.step.outcomes).toMatchObject([
      {
        kind: 'job',
        job: {
          id: 'b3ba',
          clean: false,
          target: 0xffffn << 204n,
          networkTarget: 0xffffn << 208n,
          room: { prefix: '08000002', freeBytes: 8 },
          work: { version: 0x20000000, bits: 0x1d00ffff, time: 0x6921d3a0 },
        },
      },
    ]);
    const found = { free: '0000000700000009', time: 0x6921d3a1, nonce: 0xdeadbeef, version: 0x20004000 };
    expect(played.submit(found)).toEqual([
      '{"id":5,"method":"mining.submit","params":["U.w","b3ba","0000000700000009","6921d3a1","deadbeef","00004000"]}\n',
    ]);
    expect(played.submit({ ...found, version: 0x20008000 } as Solution)).toEqual([]);
  });

  it('zcash', () => {
    const played = new PlayedClient('zcash');
    played.receive(
      '{"id":1,"result":[null,"0a0b0c"],"error":null}',
      yes(2),
      yes(3),
      `{"id":null,"method":"mining.set_target","params":["00ff${'0'.repeat(60)}"]}`,
      `{"id":null,"method":"mining.notify","params":["7","04000000","${hash('1')}","${hash('2')}","${hash('3')}","a0d32169","ffff001d",true]}`,
    );
    expect(played.sent).toEqual([
      '{"id":1,"method":"mining.subscribe","params":["miner/1.0",null,null,null]}\n',
      '{"id":2,"method":"mining.authorize","params":["U.w","x"]}\n',
      '{"id":3,"method":"mining.extranonce.subscribe","params":[]}\n',
    ]);
    expect(played.step.outcomes).toMatchObject([
      { kind: 'job', job: { target: 0xffn << 240n, room: { prefix: '0a0b0c', freeBytes: 29 }, clean: true } },
    ]);
    const found = { free: '5'.repeat(58), time: 0x6921d3a1, solution: new Uint8Array(1344).fill(0x66) };
    expect(played.submit(found)).toEqual([
      `{"id":4,"method":"mining.submit","params":["U.w","7","a1d32169","${'5'.repeat(58)}","fd4005${'66'.repeat(1344)}"]}\n`,
    ]);
  });

  it('ethproxy, which is told work and asks for it', () => {
    const played = new PlayedClient('ethproxy');
    const work = `["0x${hash('a')}","0x${hash('b')}","0x00${'f'.repeat(62)}"]`;
    played.receive(yes(1), `{"id":2,"jsonrpc":"2.0","result":${work}}`);
    expect(played.sent).toEqual([
      '{"id":1,"method":"eth_submitLogin","params":["U","x"],"jsonrpc":"2.0","worker":"w"}\n',
      '{"id":2,"method":"eth_getWork","params":[],"jsonrpc":"2.0"}\n',
    ]);
    expect(played.submit({ free: '0123456789abcdef', mix: hash('c') } as Solution)).toEqual([
      `{"id":3,"method":"eth_submitWork","params":["0x0123456789abcdef","0x${hash('a')}","0x${hash('c')}"],"jsonrpc":"2.0","worker":"w"}\n`,
    ]);
    const asking = played.client.passTime(played.step.state, 10_000);
    expect(asking.lines).toEqual(['{"id":3,"method":"eth_getWork","params":[],"jsonrpc":"2.0"}\n']);
    const same = played.client.receive(asking.state, `{"id":3,"jsonrpc":"2.0","result":${work}}`, 10_000);
    expect(same.outcomes).toEqual([]);
    const pushed = played.client.receive(
      same.state,
      `{"id":0,"result":${work.replaceAll('a', 'd')}}`,
      10_000,
    );
    expect(pushed.outcomes).toMatchObject([{ kind: 'job', job: { id: hash('d'), clean: true } }]);
  });

  it('EthereumStratum/1.0.0', () => {
    const played = new PlayedClient('ethereum-stratum');
    played.receive(
      '{"id":1,"result":[["mining.notify","s","EthereumStratum/1.0.0"],"080c"],"error":null}',
      yes(2),
      yes(3),
      '{"id":null,"method":"mining.set_difficulty","params":[0.5]}',
      `{"id":null,"method":"mining.notify","params":["bf00","${hash('b')}","${hash('a')}",true]}`,
    );
    expect(played.sent[0]).toBe(
      '{"id":1,"method":"mining.subscribe","params":["miner/1.0","EthereumStratum/1.0.0"]}\n',
    );
    expect(played.step.outcomes).toMatchObject([{ kind: 'job', job: { target: 0xffffn << 209n } }]);
    expect(played.submit({ free: '909d32a52c8c', mix: '' } as Solution)).toEqual([
      '{"id":4,"method":"mining.submit","params":["U.w","bf00","909d32a52c8c"]}\n',
    ]);
  });

  it('monero, whose upstream has filled in a byte of the nonce', () => {
    const played = new PlayedClient('monero');
    const blob = `${'1010'.padEnd(78, '0')}000000c7${'2'.repeat(66)}`;
    const job = `{"blob":"${blob}","job_id":"q7","target":"b88d0600","algo":"rx/0","height":9,"seed_hash":"${hash('e')}"}`;
    played.receive(
      `{"id":1,"jsonrpc":"2.0","error":null,"result":{"id":"s1","job":${job},"extensions":["algo"],"status":"OK"}}`,
    );
    expect(played.sent).toEqual([
      '{"id":1,"method":"login","params":{"login":"U.w","pass":"x","agent":"miner/1.0"},"jsonrpc":"2.0"}\n',
    ]);
    const [, , given] = played.step.outcomes;
    expect(given).toMatchObject({
      kind: 'job',
      job: { id: 'q7', target: (0x68db8n << 224n) - 1n, room: { prefix: 'c7', freeBytes: 3 } },
    });
    if (given?.kind !== 'job') throw new Error('no job');
    const found = { free: '0a0b0c', result: hash('0') } as Solution;
    const { lines } = played.client.submit(played.step.state, { ticket: 4, job: given.job, found }, 0);
    expect(lines).toEqual([
      `{"id":2,"method":"submit","params":{"id":"s1","job_id":"q7","nonce":"0c0b0ac7","result":"${hash('0')}","algo":"rx/0"},"jsonrpc":"2.0"}\n`,
    ]);
    expect(played.client.passTime(played.step.state, 60_000).lines).toEqual([
      '{"id":2,"method":"keepalived","params":{"id":"s1"},"jsonrpc":"2.0"}\n',
    ]);
  });

  it('kaspa, with words of 64 bits and difficulties of many digits', () => {
    const played = new PlayedClient('kaspa');
    played.receive(
      '{"id":1,"result":[true,"EthereumStratum/1.0.0"],"error":null}',
      yes(2),
      yes(3),
      '{"id":null,"method":"set_extranonce","params":["0c0d"]}',
      '{"id":null,"method":"mining.set_difficulty","params":[0.0000152587890625000]}',
      '{"id":null,"method":"mining.notify","params":["4 [18446744073709551615,",[2769687437080476293,2642455852654975590,16370749824715673019,15145064868898544117],1662696346]}',
    );
    expect(played.step.outcomes).toMatchObject([
      {
        kind: 'job',
        job: {
          id: '4 [18446744073709551615,',
          target: ((1n << 224n) - 1n) << 16n,
          room: { prefix: '0c0d', freeBytes: 6 },
          work: { timestamp: 1662696346n },
          content: '853a0bb20ce86f2666da260099e3ab24bb4df7c83a9630e3f519f29a41142ed2.1662696346',
        },
      },
    ]);
    expect(played.submit({ free: '0000000000a1' })).toEqual([
      '{"id":4,"method":"mining.submit","params":["U.w","4 [18446744073709551615,","0x0c0d0000000000a1"]}\n',
    ]);
    const large = played.receive(
      `{"id":null,"method":"mining.notify","params":["5","${hash('8')}e8030000000000ff"]}`,
    );
    expect(large.outcomes).toMatchObject([
      {
        kind: 'job',
        job: { work: { timestamp: 0xff000000000003e8n }, content: `${hash('8')}.18374686479671624680` },
      },
    ]);
  });

  it('kawpow', () => {
    const played = new PlayedClient('kawpow');
    played.receive(
      '{"id":1,"result":[null,"0a0b"],"error":null}',
      yes(2),
      yes(3),
      `{"id":null,"method":"mining.set_target","params":["${hash('0').slice(1)}1"]}`,
      `{"id":null,"method":"mining.notify","params":["7","${hash('a')}","${hash('b')}","00ff${'0'.repeat(60)}",true,2345,"1d00ffff"]}`,
    );
    expect(played.step.outcomes).toMatchObject([
      { kind: 'difficulty', target: 0xffn << 240n },
      { kind: 'job', job: { target: 0xffn << 240n, networkTarget: 0xffffn << 208n, work: { height: 2345 } } },
    ]);
    expect(played.submit({ free: '123456789abc', mix: hash('c') } as Solution)).toEqual([
      `{"id":4,"method":"mining.submit","params":["U.w","7","0x0a0b123456789abc","0x${hash('a')}","0x${hash('c')}"]}\n`,
    ]);
  });

  it('ergo, where a hash must be below the number', () => {
    const played = new PlayedClient('ergo');
    played.receive(
      '{"id":1,"result":[[],"0a0b",6],"error":null}',
      yes(2),
      yes(3),
      '{"id":null,"method":"mining.set_difficulty","params":[1]}',
      `{"id":null,"method":"mining.notify","params":["7",901,"${hash('a')}","","","2","1000","",false]}`,
    );
    expect(played.step.outcomes).toMatchObject([
      { kind: 'difficulty', target: 999n },
      { kind: 'job', job: { target: 999n, work: { height: 901 }, clean: false } },
    ]);
    expect(played.submit({ free: '123456789abc' })).toEqual([
      '{"id":4,"method":"mining.submit","params":["U.w","7","123456789abc","","0a0b123456789abc"]}\n',
    ]);
    const bounds = ['0', '1', '-5', '1e9', `${(1n << 256n) + 1n}`, '9'.repeat(79)];
    for (const bound of bounds) {
      const job = `["8",901,"${hash('a')}","","","2","${bound}","",false]`;
      const step = played.client.receive(played.step.state, `{"method":"mining.notify","params":${job}}`, 0);
      expect(step.outcomes).toMatchObject([{ kind: 'fault', fault: 'bad-difficulty', ends: true }]);
    }
  });

  it('nexa', () => {
    const played = new PlayedClient('nexa');
    played.receive(
      '{"id":1,"result":[[],"0a0b0c0d",8],"error":null}',
      yes(2),
      '{"id":null,"method":"mining.set_difficulty","params":[16]}',
      `{"id":null,"method":"mining.notify","params":["7","${hash('a')}",901,"1d00ffff"]}`,
    );
    expect(played.step.outcomes).toMatchObject([
      { kind: 'job', job: { networkTarget: 0xffffn << 208n, clean: true } },
    ]);
    expect(played.submit({ free: '0123456789abcdef' })).toEqual([
      '{"id":3,"method":"mining.submit","params":["U.w","7","0a0b0c0d","00000000","0123456789abcdef"]}\n',
    ]);
  });

  it('conflux, whose subscription is the login', () => {
    const played = new PlayedClient('conflux');
    played.receive(
      yes(1),
      `{"method":"mining.notify","params":["0x${hash('a')}","901","0x${hash('a')}","0x00${'f'.repeat(62)}"]}`,
    );
    expect(played.sent).toEqual(['{"id":1,"method":"mining.subscribe","params":["U.w","x"]}\n']);
    expect(played.submit({ free: '0123456789abcdef' })).toEqual([
      `{"id":2,"method":"mining.submit","params":["U.w","0x${hash('a')}","0x0123456789abcdef","0x${hash('a')}"]}\n`,
    ]);
  });

  it('xelis, whose login has the worker apart', () => {
    const played = new PlayedClient('xelis');
    played.receive(
      `{"id":1,"result":["s","${hash('e')}",32,"${hash('f')}"],"error":null}`,
      yes(2),
      '{"id":null,"method":"mining.set_difficulty","params":[4]}',
      `{"id":null,"method":"mining.notify","params":["7","0000018f","${hash('a')}","xel/v3",true]}`,
    );
    expect(played.sent).toEqual([
      '{"id":1,"method":"mining.subscribe","params":["miner/1.0",["xel/v3"]]}\n',
      '{"id":2,"method":"mining.authorize","params":["U","w","x"]}\n',
    ]);
    expect(played.step.outcomes).toMatchObject([{ kind: 'job', job: { work: { timestamp: 399n } } }]);
    expect(played.submit({ free: '0123456789abcdef' })).toEqual([
      '{"id":3,"method":"mining.submit","params":["U.w","7","0123456789abcdef"]}\n',
    ]);
    const early = `{"method":"mining.notify","params":["7","0000018f","${hash('a')}","xel/v3",true]}`;
    expect(new PlayedClient('xelis').receive(early).outcomes).toMatchObject([
      { kind: 'fault', fault: 'bad-extranonce' },
    ]);
  });

  it('beam, whose solutions have the name of their job', () => {
    const played = new PlayedClient('beam');
    played.receive(
      '{"id":"login","jsonrpc":"2.0","method":"result","code":0,"description":"Login successful","nonceprefix":"0a0b0c","forkheight":1}',
      `{"id":"q7","jsonrpc":"2.0","method":"job","input":"${hash('a')}","difficulty":67108864,"height":901}`,
    );
    expect(played.sent).toEqual([
      '{"id":"login","method":"login","jsonrpc":"2.0","api_key":"U.w","pass":"x","agent":"miner/1.0"}\n',
    ]);
    // 2^26 says an order of 4: sixteen solutions.
    const [, given] = played.step.outcomes;
    expect(given).toMatchObject({
      kind: 'job',
      job: { id: 'q7', target: (1n << 252n) - 1n, work: { height: 901 } },
    });
    if (given?.kind !== 'job') throw new Error('no job');
    const solution = (ticket: number, free: string) => {
      const found = { free, output: '7'.repeat(208) } as Solution;
      played.step = played.client.submit(played.step.state, { ticket, job: given.job, found }, 0);
      return played.step.lines;
    };
    expect(solution(71, '0000000001')).toEqual([
      `{"id":"q7","method":"solution","jsonrpc":"2.0","nonce":"0a0b0c0000000001","output":"${'7'.repeat(208)}"}\n`,
    ]);
    solution(72, '0000000002');
    solution(73, '0000000003');
    const answers = [
      [1, 'accepted', { kind: 'accepted', ticket: 71, late: false }],
      [3, 'expired', { kind: 'refused', ticket: 72, late: false, why: 'stale', text: 'expired' }],
      [2, 'rejected', { kind: 'refused', ticket: 73, late: false, why: 'other', text: 'rejected' }],
    ] as const;
    for (const [code, description, outcome] of answers)
      expect(
        played.receive(JSON.stringify({ id: 'q7', method: 'result', code, description })).outcomes,
      ).toEqual([outcome]);
    expect(played.receive('{"id":"q7","method":"result","code":1}').outcomes).toMatchObject([
      { fault: 'unasked-answer' },
    ]);
    expect(
      new PlayedClient('beam').receive('{"id":"login","method":"result","code":-32003,"description":"no"}')
        .outcomes,
    ).toEqual([{ kind: 'fault', fault: 'login-refused', text: 'no', ends: true }]);
  });

  it('ironfish, which says everything in a body', () => {
    const played = new PlayedClient('ironfish');
    const header = `${'1'.repeat(344)}${'0'.repeat(16)}`;
    played.receive(
      '{"id":1,"method":"mining.subscribed","body":{"clientId":1,"xn":"0005"}}',
      `{"id":2,"method":"mining.set_target","body":{"target":"00${'f'.repeat(62)}"}}`,
      '{"id":3,"method":"mining.wait_for_work"}',
      `{"id":4,"method":"mining.notify","body":{"miningRequestId":17,"header":"${header}"}}`,
    );
    expect(played.sent).toEqual([
      '{"id":1,"method":"mining.subscribe","body":{"version":3,"agent":"miner/1.0","publicAddress":"U","name":"w","password":"x"}}\n',
    ]);
    expect(played.step.outcomes).toMatchObject([
      { kind: 'job', job: { id: '17', target: (1n << 248n) - 1n, room: { prefix: '0005', freeBytes: 6 } } },
    ]);
    const [given] = played.step.outcomes;
    if (given?.kind !== 'job') throw new Error('no job');
    const share = { ticket: 5, job: given.job, found: { free: '123456789abc' } };
    const { state, lines } = played.client.submit(played.step.state, share, 0);
    expect(lines).toEqual([
      '{"id":2,"method":"mining.submit","body":{"miningRequestId":17,"randomness":"0005123456789abc"}}\n',
    ]);
    const answer = (body: object) =>
      played.client.receive(state, JSON.stringify({ id: 9, method: 'mining.submitted', body }), 0).outcomes;
    expect(answer({ id: 2, result: true })).toEqual([{ kind: 'accepted', ticket: 5, late: false }]);
    expect(answer({ id: 2, result: false, message: 'duplicate share' })).toMatchObject([
      { kind: 'refused', why: 'duplicate' },
    ]);
    expect(
      played.client.receive(state, '{"id":0,"error":{"id":2,"message":"banned"}}', 0).outcomes,
    ).toMatchObject([{ kind: 'refused', ticket: 5, why: 'unauthorized' }]);
  });

  it('kaspa, in time that grows with the length of a line and no faster', () => {
    const played = new PlayedClient('kaspa');
    const begun = process.cpuUsage();
    for (const piece of ['\\\u2028', '\\\r', '\\"'])
      played.client.receive(played.step.state, `{"a":"${piece.repeat(130_000)}`, 0);
    const { user, system } = process.cpuUsage(begun);
    // Some tens of milliseconds where each character is looked at once, and a minute where it is not.
    expect((user + system) / 1000).toBeLessThan(10_000);
  });

  it('ethproxy, which is asked for work however many shares are sent', () => {
    const played = new PlayedClient('ethproxy');
    const work = `["0x${hash('a')}","0x${hash('b')}","0x00${'f'.repeat(62)}"]`;
    played.receive(yes(1), `{"id":2,"result":${work}}`);
    const given = played.step.outcomes.find(({ kind }) => kind === 'job');
    if (given?.kind !== 'job') throw new Error('no job');
    let { state } = played.step;
    for (let second = 1; second < 10; second++) {
      const found = { free: second.toString(16).padStart(16, '0'), mix: hash('c') } as Solution;
      state = played.client.submit(state, { ticket: second, job: given.job, found }, second * 1000).state;
      expect(played.client.passTime(state, second * 1000).lines).toEqual([]);
    }
    expect(played.client.passTime(state, 10_000).lines[0]).toContain('eth_getWork');
  });

  it('alephium, with a job for each of its chains', () => {
    const played = new PlayedClient('alephium');
    const job = (from: number, to: number): string =>
      `{"jobId":"${from}${to}","fromGroup":${from},"toGroup":${to},"headerBlob":"00${from}${to}","txsBlob":"","targetBlob":"0f"}`;
    played.receive(
      '{"id":1,"result":"s","error":null}',
      yes(2),
      '{"id":null,"method":"mining.set_extranonce","params":["00f7"]}',
      '{"id":null,"method":"mining.set_difficulty","params":[4]}',
      `{"id":null,"method":"mining.notify","params":[${job(0, 1)},${job(3, 2)}]}`,
    );
    expect(played.step.outcomes).toMatchObject([
      { kind: 'job', job: { id: '01', target: 1n << 254n, work: { fromGroup: 0, toGroup: 1 } } },
      { kind: 'job', job: { id: '32', work: { fromGroup: 3, toGroup: 2 } } },
    ]);
    expect(played.submit({ free: '1'.repeat(44) })).toEqual([
      `{"id":3,"method":"mining.submit","params":{"jobId":"01","fromGroup":0,"toGroup":1,"nonce":"00f7${'1'.repeat(44)}","worker":"U.w"}}\n`,
    ]);
  });
});
