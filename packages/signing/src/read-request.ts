import { countOf, fieldsOf, listOf, textOf, UnreadableMessage } from './json-fields.ts';
import { readJournalHead } from './journal-head.ts';
import { readEvmFields } from './read-evm-fields.ts';
import { readKind } from './read-kind.ts';
import { payoutIdPattern, readOrder } from './read-order.ts';
import { ordersMax, type Refusal, type SignerRequest, type SignRequest } from './messages.ts';

/** Reads one line that asks. A field that is missing, unknown or of another form makes it malformed; `why` quotes nothing of the line. */
export function readRequest(line: string): SignerRequest | Refusal {
  try {
    return readValue(parse(line));
  } catch (error) {
    if (error instanceof UnreadableMessage) return { ok: false, reason: 'malformed', why: error.message };
    throw error;
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new UnreadableMessage('the line is no JSON');
  }
}

function readValue(value: unknown): SignerRequest {
  const { type } = fieldsOf(value, 'the request', ['type'], otherFields);
  switch (type) {
    case 'describe':
      fieldsOf(value, 'the request', ['type']);
      return { type };
    case 'transactions': {
      const { payoutId } = fieldsOf(value, 'the request', ['type', 'payoutId']);
      return { type, payoutId: textOf(payoutId, 'payoutId', payoutIdPattern) };
    }
    case 'transaction': {
      const fields = fieldsOf(value, 'the request', ['type', 'network', 'txid']);
      return {
        type,
        network: textOf(fields['network'], 'network', networkPattern),
        txid: textOf(fields['txid'], 'txid', /^[0-9a-f]{64}$/),
      };
    }
    case 'recent': {
      const fields = fieldsOf(value, 'the request', ['type', 'network', 'since', 'skip']);
      return {
        type,
        network: textOf(fields['network'], 'network', networkPattern),
        since: countOf(fields['since'], 'since'),
        skip: countOf(fields['skip'], 'skip'),
      };
    }
    case 'key-images': {
      const fields = fieldsOf(value, 'the request', ['type', 'network', 'outputs']);
      return {
        type,
        network: textOf(fields['network'], 'network', networkPattern),
        outputs: textOf(fields['outputs'], 'outputs', /^(?:[0-9a-f]{2})+$/),
      };
    }
    case 'sign':
      return readSignRequest(value);
    default:
      throw new UnreadableMessage(
        'type is neither sign, describe, transactions, transaction, recent nor key-images',
      );
  }
}

const otherFields = [
  'network',
  'kind',
  'orders',
  'unsigned',
  'known',
  'payoutId',
  'txid',
  'outputs',
  'since',
  'skip',
];
const networkPattern = /^[0-9A-Za-z-]{1,40}$/;

function readSignRequest(value: unknown): SignRequest {
  const fields = fieldsOf(value, 'the request', ['type', 'network', 'kind', 'orders', 'unsigned'], ['known']);
  const { known } = fields;
  const kind = readKind(fields['kind']);
  const orders = listOf(fields['orders'], 'orders', ordersMax, readOrder);
  if (orders.length === 0) throw new UnreadableMessage('orders has none');
  if (kind === 'sweep' && orders.length > 1) throw new UnreadableMessage('a sweep has one order');
  if (new Set(orders.map(({ payoutId }) => payoutId)).size < orders.length)
    throw new UnreadableMessage('orders has a payoutId twice');
  return {
    type: 'sign',
    network: textOf(fields['network'], 'network', networkPattern),
    kind,
    orders,
    unsigned:
      typeof fields['unsigned'] === 'object' && fields['unsigned'] !== null
        ? readEvmFields(fields['unsigned'])
        : textOf(fields['unsigned'], 'unsigned', /^[0-9A-Za-z+/=]+$/),
    ...(known === undefined ? {} : { known: readJournalHead(known) }),
  };
}
