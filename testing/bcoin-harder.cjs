// Loaded before bcoin: gives every block behind the first this target (BCOIN_BITS, as in a header), so that not every second hash is one.
const { dirname, join } = require('node:path');
const { createRequire } = require('node:module');

const program = process.argv[1] ?? __filename;
const Chain = createRequire(program)(join(dirname(program), '../lib/blockchain/chain'));
Chain.prototype.getTarget = async () => Number.parseInt(process.env.BCOIN_BITS, 16);
