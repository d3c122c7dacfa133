import { expect, it } from 'vitest';
import { readBlock } from './blocks.ts';
import { decodePayment, readPayment, readUnsigned, writeRaw, writeSigned } from './read-payment.ts';

/** A header of the real network, as published: its number, root, witness, parent, version and time, and its id. */
const header = (
  number: number,
  root: string,
  witness: string,
  parent: string,
  more: { readonly version: number; readonly timestamp: number },
) => ({
  number,
  txTrieRoot: root,
  witness_address: witness,
  parentHash: parent,
  ...more,
});

it.each([
  [
    '00000000000000c86d2473411771f83db5e314c01bc8f8cf0dc2f8892be6fd7f',
    header(
      200,
      '00'.repeat(32),
      '41f16412b9a17ee9408646e2a21e16478f72ed1e95',
      '00000000000000c7d4d47132f21fd0b74e2f8bcb0c2e9130f7cab35b5d38af9f',
      { version: 9, timestamp: 1_575_594_618_000 },
    ),
  ],
  [
    '0000000001d6f49ebf6a4ff33cc1c1607145c48dc701fbd7ce00f410131e14f8',
    header(
      30_864_542,
      '3739bc2a844d642506e8faf39d4012320ec1cf87899e1744e02b8d7f9ed2da3f',
      '41f29f57614a6b201729473c837e1d2879e9f90b8e',
      '0000000001d6f49d0479eee63b80207fb66d24c1b7d50e2c89e0fd492861f508',
      { version: 21, timestamp: 1_623_055_917_000 },
    ),
  ],
  [
    '0000000003b6b891043be54ac0ae1ef579fad5e6e1732cb0ac4237a873b8453e',
    header(
      62_306_449,
      '7cb6ddff8ada79c91baf6667cc8ead757b39205a8dc8ae097298dbb0587bddb7',
      '4114f2c09d3de3fe82a71960da65d4935a30b24e1f',
      '0000000003b6b890d8e1d886520dcad1820f4313a435ad593a80c549ea883054',
      { version: 30, timestamp: 1_717_563_117_000 },
    ),
  ],
])('computes the id of a published block from its header: %s', (blockID, raw) => {
  const block = (change: object) => ({ blockID, block_header: { raw_data: { ...raw, ...change } } });
  expect(readBlock(block({}))).toEqual({
    header: { number: raw.number, id: blockID, parent: raw.parentHash, at: raw.timestamp },
    transactions: [],
  });
  for (const change of [
    { timestamp: raw.timestamp + 1 },
    { parentHash: 'ab'.repeat(32) },
    { txTrieRoot: 'ab'.repeat(32) },
    { accountStateRoot: 'ab'.repeat(32) },
    { number: raw.number + 1 },
  ])
    expect(() => readBlock(block(change))).toThrow('has another id than its header');
  expect(() => readBlock({})).toThrow('it does not have the block');
});

/** Block 24902354 of the test network Shasta, of 2 June 2022, with its one payment, as a node has answered. */
const published = {
  blockID: '00000000017bfad2869641e02e68563771b038e91fbe35df3fe4333df11d36b0',
  block_header: {
    raw_data: header(
      24_902_354,
      '610a475ae2c9cb27a4ea5f123c0310eb0f2c73370028934291cff8ed20698a33',
      '41f16412b9a17ee9408646e2a21e16478f72ed1e95',
      '00000000017bfad18ca0dd12811737d3585af5fe9af908ebf26df6d6568ffb51',
      { version: 23, timestamp: 1_654_152_273_000 },
    ),
  },
  transactions: [
    {
      ret: [{ contractRet: 'SUCCESS' }],
      signature: [
        'db40809beb78e8dbc43a54e260db04a726b129063d7c0c0501f585cee51fa4159f349916d4bec3aa796b812f386a07cac1cc4017145b5759c37f8fd8159919da01',
      ],
      txID: 'c9a43a821eb5ac32d97eca073030e19bef866734e67152008c319be4e70c8c35',
      raw_data: {
        contract: [
          {
            parameter: {
              value: {
                amount: 1_000_000_000,
                owner_address: '4130ba69b6b9746c2a15d6a7f9b9bea1f97ba3b023',
                to_address: '4108a8954b7862d07cf4ce6ac78c3a83d72bd917e4',
              },
              type_url: 'type.googleapis.com/protocol.TransferContract',
            },
            type: 'TransferContract',
          },
        ],
      },
      raw_data_hex:
        '0a02fabe22086c357b3c30ce6d7840d8dea59992305a69080112650a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412340a154130ba69b6b9746c2a15d6a7f9b9bea1f97ba3b02312154108a8954b7862d07cf4ce6ac78c3a83d72bd917e4188094ebdc0370dda0a2999230',
    },
  ],
};

it('reads a published block, and its payment as the one who has signed it', () => {
  const [transaction] = readBlock(published).transactions;
  if (transaction === undefined) throw new Error('nothing was read');
  const payment = {
    account: '4130ba69b6b9746c2a15d6a7f9b9bea1f97ba3b023',
    payee: '4108a8954b7862d07cf4ce6ac78c3a83d72bd917e4',
    amount: 1_000_000_000n,
    refBytes: 'fabe',
    refHash: '6c357b3c30ce6d78',
    expiration: 1_654_152_327_000,
    timestamp: 1_654_152_269_917,
  };
  expect(transaction).toMatchObject({
    txid: 'c9a43a821eb5ac32d97eca073030e19bef866734e67152008c319be4e70c8c35',
    result: 'SUCCESS',
    contract: { type: 'TransferContract', value: { owner_address: payment.account } },
  });
  expect(readUnsigned(transaction.raw)).toEqual(payment);
  expect(writeRaw(payment)).toBe(Buffer.from(transaction.raw).toString('hex'));
  // The signer writes 27 more than which of both keys it is, as tronweb does: what others have signed is none of the pool's.
  const [signature = new Uint8Array()] = transaction.signatures;
  const ours = Uint8Array.from(signature).fill(28, 64);
  expect(readPayment(writeSigned(transaction.raw, [ours]))).toEqual({ txid: transaction.txid, ...payment });
  expect(readPayment(writeSigned(transaction.raw, [signature]))).toBeUndefined();
  expect(readPayment(writeSigned(transaction.raw, [ours, ours]))).toBeUndefined();
  const byAnother = writeSigned(transaction.raw, [ours.fill(27, 64)]);
  expect(readPayment(byAnother)).toBeUndefined();
  // Of what the signer has signed the signature is not looked at again.
  expect(decodePayment(byAnother)).toEqual({ txid: transaction.txid, ...payment });
  expect(decodePayment(byAnother.subarray(0, -1))).toBeUndefined();
  expect(decodePayment(new Uint8Array(401))).toBeUndefined();
});

it('refuses bytes of another id than the node says', () => {
  const [transaction] = published.transactions;
  const changed = { ...transaction, raw_data_hex: transaction?.raw_data_hex.replace('0a02fa', '0a02fb') };
  expect(() => readBlock({ ...published, transactions: [changed] })).toThrow(
    'it has other bytes of c9a43a82',
  );
});

it('reads what tronweb has written and signed', () => {
  // tronweb 6.5.1 with the key 46 46 …; the signer's suite holds the same.
  const raw =
    '0a021f2e2208a1b2c3d4e5f6071840c0d3f2e2a2345a68080112640a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412330a15419d8a62f656a8d1615c1294fd71e9cfb3e4855a4f1215419f6e8ba4b40c170910d81b08bc827d1959b2342818c096b102708084cee2a234';
  const signature =
    'f7f9476e42b48ae87f2f23dc4e9ca600ee191a60c7723bbe9b14d21dba1619db0054cf6b8be6dc818321a3e7b8b75b3b335e3c6a2bd784ebd684b0fa7b5258cf1b';
  expect(readPayment(Buffer.from(`0a8601${raw}1241${signature}`, 'hex'))).toEqual({
    txid: '17c96f5d1fb776a5d32e0c92036edfc5134061dc114de48d6518b57569f7fc4c',
    account: '419d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
    payee: '419f6e8ba4b40c170910d81b08bc827d1959b23428',
    amount: 5_000_000n,
    refBytes: '1f2e',
    refHash: 'a1b2c3d4e5f60718',
    expiration: 1_796_040_600_000,
    timestamp: 1_796_040_000_000,
  });
});

it('reads a payment of a token that tronweb has written and signed, and writes the same', () => {
  const raw =
    '0a021f2e2208a1b2c3d4e5f6071840c0d3f2e2a2345aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a15419d8a62f656a8d1615c1294fd71e9cfb3e4855a4f121541a614f803b6fd780986a42c78ec9c7f77e6ded13c2244a9059cbb0000000000000000000000009f6e8ba4b40c170910d81b08bc827d1959b2342800000000000000000000000000000000000000000000000000000000004c4b40708084cee2a2349001c0c39307';
  const signature =
    '44326436a06fead4c35b5568f40ccc26aa06136c943f011a0cb7268690a713986cba5e31c71d553d5f9bd1e92b17af878f71bcb8991a0819699a755cc645b4c91c';
  const payment = {
    account: '419d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
    token: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
    payee: '419f6e8ba4b40c170910d81b08bc827d1959b23428',
    amount: 5_000_000n,
    feeLimit: 15_000_000n,
    refBytes: '1f2e',
    refHash: 'a1b2c3d4e5f60718',
    expiration: 1_796_040_600_000,
    timestamp: 1_796_040_000_000,
  };
  const txid = 'c46cbcfc539cbedf58ebb5310f91d286e98eabb4c9e93108f3f20e73e13b8108';
  expect(readPayment(Buffer.from(`0ad301${raw}1241${signature}`, 'hex'))).toEqual({ txid, ...payment });
  expect(writeRaw(payment)).toBe(raw);
  const read = (changed: string) => readUnsigned(Buffer.from(changed, 'hex'));
  expect(read(raw)).toEqual(payment);
  // Without a limit, of another call, with TRX beside it, and with something in the padding of the payee.
  expect(read(raw.replace(/9001c0c39307$/, ''))).toBeUndefined();
  expect(read(raw.replace('a9059cbb', '095ea7b3'))).toBeUndefined();
  expect(
    read(
      raw
        .replace('5aae01081f12a901', '5ab001081f12ab01')
        .replace('12740a15', '12760a15')
        .replace('2244a9059cbb', '18012244a9059cbb'),
    ),
  ).toBeUndefined();
  expect(read(raw.replace(`${'0'.repeat(24)}9f6e`, `${'0'.repeat(22)}419f6e`))).toBeUndefined();
});
