import { payoutStates } from '@openlode/ledger/payout-state';
import { type Static, type TObject, Type } from 'typebox';
import { Check } from 'typebox/value';
import {
  approvePayouts,
  decidePayout,
  decideSuspension,
  explainPayout,
  listSuspensions,
  payoutVerbs,
  readDeskPayouts,
} from './desk-payouts.ts';
import { type DeskContext, readDecisions } from '../kernel/decision.ts';
import { decideParked, listParked, parkedVerbs } from './decide-parked.ts';
import { giveUpBlock, listWaitingBlocks } from './decide-block.ts';
import { delistCoin, listDelisted } from './delist-coin.ts';
import { listDeskAccounts, showDeskAccount } from './desk-accounts.ts';
import { flagExchange, listExchanges } from './flag-exchange.ts';
import { grantCode } from './grant-code.ts';
import { listCodes } from './list-codes.ts';
import { listMaintenance, maintainNetwork } from './maintain-network.ts';
import { listMovements, moveFunds } from '../treasury/move-funds.ts';
import { reloadPages } from './reload-pages.ts';
import { restrictAddress } from './restrict-address.ts';
import { readLuck } from '../views/read-luck.ts';

interface Verb<Input extends TObject, Answer> {
  readonly input: Input;
  /** Whether it changes something: the pool writes it into its log and looks at its admission lists at once. */
  readonly decides: boolean;
  run(ctx: DeskContext, input: Static<Input>): Promise<Answer>;
}

function reads<Input extends TObject, Answer>(
  input: Input,
  run: (ctx: DeskContext, input: Static<Input>) => Promise<Answer>,
): Verb<Input, Answer> {
  return { input, decides: false, run };
}

function decides<Input extends TObject, Answer>(
  input: Input,
  run: (ctx: DeskContext, input: Static<Input>) => Promise<Answer>,
): Verb<Input, Answer> {
  return { input, decides: true, run };
}

const closed = { additionalProperties: false };
const nothing = Type.Object({}, closed);
const text = Type.String({ maxLength: 1000 });
const typedFunds = { amount: text, coin: text, network: Type.Optional(text) };
const limit = Type.Integer({ minimum: 1, maximum: 1000 });

/**
 * What an operator can have done beside money's own commands, by name. Inputs and answers are what JSON can carry, because they may
 * travel to a running pool; they are as they were typed, and judged here.
 */
const desk = {
  'list-accounts': reads(
    Type.Object({ coin: Type.Optional(text), restricted: Type.Optional(Type.Boolean()), limit }, closed),
    listDeskAccounts,
  ),
  'show-account': reads(Type.Object({ account: text }, closed), showDeskAccount),
  restrict: decides(
    Type.Object({ account: text, restrict: Type.Boolean(), reason: text }, closed),
    restrictAddress,
  ),
  'list-codes': reads(nothing, listCodes),
  'grant-code': decides(
    Type.Object({ account: text, code: text, tier: Type.Optional(Type.Integer()), reason: text }, closed),
    grantCode,
  ),
  'list-payouts': reads(
    Type.Object({ state: Type.Optional(Type.Enum([...payoutStates])), limit }, closed),
    readDeskPayouts,
  ),
  'explain-payout': reads(Type.Object({ id: text }, closed), explainPayout),
  'decide-payout': decides(
    Type.Object({ verb: Type.Enum([...payoutVerbs]), id: text, reason: text }, closed),
    decidePayout,
  ),
  'approve-payouts': decides(
    Type.Object(
      {
        ids: Type.Optional(Type.Array(text, { maxItems: 1000 })),
        network: Type.Optional(text),
        reason: text,
      },
      closed,
    ),
    approvePayouts,
  ),
  'list-suspensions': reads(nothing, listSuspensions),
  'decide-suspension': decides(
    Type.Object(
      {
        verb: Type.Enum(['suspend', 'lift']),
        network: text,
        recovered: Type.Optional(Type.Boolean()),
        acceptedShort: Type.Optional(Type.String({ pattern: '^\\d{1,78}$' })),
        reason: text,
      },
      closed,
    ),
    decideSuspension,
  ),
  'list-maintenance': reads(nothing, listMaintenance),
  maintain: decides(
    Type.Object({ network: text, mode: Type.Enum(['closed', 'auto-only', 'open']), message: text }, closed),
    maintainNetwork,
  ),
  'list-delisted': reads(nothing, listDelisted),
  'list-luck': reads(
    Type.Object({ days: Type.Integer({ minimum: 1, maximum: 35 }), limit }, closed),
    readLuck,
  ),
  'list-parked': reads(Type.Object({ limit }, closed), listParked),
  'decide-parked': decides(
    Type.Object({ verb: Type.Enum([...parkedVerbs]), id: text, reason: text }, closed),
    decideParked,
  ),
  'list-waiting-blocks': reads(nothing, listWaitingBlocks),
  'give-up-block': decides(Type.Object({ id: text, reason: text }, closed), giveUpBlock),
  delist: decides(Type.Object({ coin: text, delist: Type.Boolean(), reason: text }, closed), delistCoin),
  'move-funds': decides(
    Type.Object(
      {
        kind: Type.Enum(['deposit', 'top-up', 'withdrawal', 'correction', 'trade']),
        ...typedFunds,
        missing: Type.Optional(Type.Boolean()),
        bought: Type.Optional(Type.Object(typedFunds, closed)),
        reference: text,
        reason: text,
      },
      closed,
    ),
    moveFunds,
  ),
  'list-movements': reads(Type.Object({ limit }, closed), listMovements),
  'list-exchanges': reads(nothing, listExchanges),
  'flag-exchange': decides(
    Type.Object({ address: text, exchange: Type.Optional(text), reason: text }, closed),
    flagExchange,
  ),
  'reload-pages': decides(Type.Object({ reason: text }, closed), reloadPages),
  'read-log': reads(Type.Object({ limit }, closed), readDecisions),
};

export type DeskVerb = keyof typeof desk;
export type DeskInput<Name extends DeskVerb> = Parameters<(typeof desk)[Name]['run']>[1];
export type DeskAnswer<Name extends DeskVerb> = Awaited<ReturnType<(typeof desk)[Name]['run']>>;

/** Runs one verb of the desk; throws a `TypeError` on what is none, or on an input that is not its. */
export async function runDesk(
  ctx: DeskContext,
  name: string,
  input: unknown,
): Promise<{ readonly decided: boolean; readonly answer: unknown }> {
  const verb = Object.hasOwn(desk, name) ? (desk[name as DeskVerb] as Verb<TObject, unknown>) : undefined;
  if (verb === undefined) throw new TypeError(`the desk has no ${name}`);
  if (!Check(verb.input, input)) throw new TypeError(`${name} cannot be done with this`);
  return { decided: verb.decides, answer: await verb.run(ctx, input) };
}
