import { readFileSync } from 'node:fs';

type Answer = Readonly<Record<string, unknown>>;

const read = (name: string): Answer =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Answer;

/** Published answers of zebrad (their origin stands in the file): coinbases of version 5 and 4, no other transaction. */
const templates = read('zebrad-templates.json');
export const mainVersion5 = templates['mainVersion5'] as Answer;
export const testVersion5 = templates['testVersion5'] as Answer;
export const testVersion4 = templates['testVersion4'] as Answer;
/** What their blocks pay the pool to: on the main and on the test network, and of version 4. */
export const mainAddress = 't3W6Tc1o7J93CWotRGpxgmyMKiuEMA3JpUh';
export const testAddress = 't2J5eeguFAbea4WUACZxjKbXxqPTX4Hq3u2';
export const keyHashAddress = 'tmMFC1Jo58uEKZtPRpTbqD1f9BN2T47kTGr';

/** A block of the main network that holds nothing but its coinbase (its origin stands in the file), and its name. */
export const block1046400 = {
  bytes: new Uint8Array(Buffer.from(String(read('main-1046400.json')['block']), 'hex')),
  hash: '00000000002038016f976744c369dce7419fca30e7171dfac703af5e5f7ad1d4',
  /** Of its miner. */
  address: 't1RwbKka1CnktvAJ1cSqdn7c6PXWG4tZqgd',
};
