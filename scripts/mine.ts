// npm run mine -- COIN:ADDRESS.WORKER [PORT]: hashes SHA-256d in JavaScript, for whoever has no mining program at hand.
import { setTimeout as sleep } from 'node:timers/promises';
import { HashingMiner } from '../testing/hashing-miner.ts';

const [user, port = '3433'] = process.argv.slice(2);
if (user === undefined || !/^\d{1,5}$/.test(port)) {
  console.error('Usage: npm run mine -- COIN:ADDRESS.WORKER [PORT]');
  process.exit(2);
}

const miner = await HashingMiner.start({ port: Number(port), user }).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
console.log(`Mining for ${user} on port ${port}. Ctrl+C stops.`);
process.once('SIGINT', () => void miner.stop());

for (let hashes = 0; miner.isMining; hashes = miner.hashes) {
  await sleep(5000);
  const rate = (miner.hashes - hashes) / 5;
  const { length: accepted } = miner.acked;
  console.log(
    `${(rate / 1000).toFixed(0)} kH/s, ${accepted} shares accepted, ${miner.rejected.length} rejected`,
  );
}
