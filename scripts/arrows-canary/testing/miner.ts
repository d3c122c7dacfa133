export const miner = 'miner';
