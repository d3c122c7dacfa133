import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { list } from '../list.ts';
import { nullable } from '../nullable.ts';
import { algorithmCode, coinSymbol, decimalText } from '../primitives.ts';

const port = (description: string) => Type.Integer({ minimum: 1, maximum: 65_535, description });

const HardwareType = Type.Enum(['gpu', 'cpu', 'asic'], { type: 'string' });

const unitPrefix = (description: string) =>
  Type.Enum(['', 'k', 'm', 'g', 't', 'p', 'e', 'z'], { type: 'string', description });

const HashrateSource = Type.Enum(['calculated', 'reported'], { type: 'string' });

/** A stratum server of this deployment, with the ports it really listens on. */
export const AlgorithmServer = closedObject({
  description: Type.String(),
  url: Type.String({ description: 'Host name, without scheme or port.' }),
  country: nullable(Type.String({ description: 'ISO 3166 code, or EU; null for the global server.' })),
  defaultPort: nullable(port('TCP, the standard one; null where nothing listens for the algorithm.')),
  sslPorts: list(port('TLS.'), {
    description:
      'The first one is the standard one. It is recommended where the certificate is publicly trusted.',
  }),
  alternativePorts: list(port('TCP.')),
  highDiffPorts: list(closedObject({ port: port('For large machines.'), ssl: Type.Boolean() })),
  extraPorts: list(
    closedObject({
      name: Type.String({ description: 'What the ports are for, for example a machine family.' }),
      showType: Type.Boolean({ description: 'Whether TCP or TLS is written beside each port.' }),
      ports: list(closedObject({ number: port('A port with a purpose.'), ssl: Type.Boolean() })),
    }),
  ),
});
export type AlgorithmServer = Static<typeof AlgorithmServer>;

/** An algorithm of the catalogue on this deployment. */
export const AlgorithmItem = closedObject({
  code: algorithmCode('Lower-case code.'),
  name: Type.String(),
  longName: Type.String(),
  typeCode: HardwareType,
  type: Type.String({ description: 'Label of `typeCode`.' }),
  additionalTypes: list(HardwareType),
  miningVia: Type.String({ description: 'What the work is spent on, for example `Kaspa (KAS)`.' }),
  symbol: coinSymbol('The reward coin.'),
  symbolDesc: Type.String(),
  symbolLogo: Type.String({ description: "Path below the site's root." }),
  symbolMerged: list(coinSymbol('A coin of merged mining.'), {
    description: 'Every coin that one share earns; empty without merged mining.',
  }),
  minimumVramRequirement: nullable(Type.Enum(['3GB', '4GB', '6GB'], { type: 'string' })),
  unitOfMeasurement: Type.Enum(['h', 'sol'], { type: 'string' }),
  unitLabel: Type.Enum(['H/s', 'Sol/s'], { type: 'string' }),
  preUnitOfMeasurement: unitPrefix('The unit in which hashrates of this algorithm travel.'),
  minimumUnitOfMeasurement: unitPrefix('The smallest unit that is shown.'),
  minCalculatorUnit: unitPrefix('The smallest unit of the calculator.'),
  maxCalculatorUnit: unitPrefix('The largest unit of the calculator.'),
  defaultCalculatorUnit: unitPrefix('The unit that the calculator opens with.'),
  wizardSort: Type.Integer(),
  showInWizard: Type.Boolean(),
  new: Type.Boolean(),
  beta: Type.Boolean(),
  deactivated: Type.Boolean({ description: 'No longer offered; accounts that mined it still show it.' }),
  tags: list(Type.Enum(['new', 'asic', 'kaspa-forks'], { type: 'string' })),
  warningMessage: nullable(Type.String()),
  extraComment: nullable(Type.String()),
  isInOurEasyMiningApp: Type.Boolean(),
  customStaticDiff: nullable(decimalText('A difficulty held fixed on this algorithm.')),
  portsDisplayed: Type.Boolean({ description: 'False where a bare list of ports would mislead.' }),
  chartSeries: list(HashrateSource),
  chartOptions: closedObject({ xaxisCategoriesField: HashrateSource }),
  guides: list(
    closedObject({
      name: Type.String(),
      url: nullable(Type.String({ description: 'Outside the site.' })),
      relativeUrl: nullable(Type.String({ description: 'An article of the support centre.' })),
    }),
  ),
  globalServer: AlgorithmServer,
  alternativeServers: list(AlgorithmServer, { description: 'Regional servers, where configured.' }),
  fallback: Type.Optional(
    Type.String({
      description:
        'Where several sources give its work: in which order they are taken, and when shares of each are paid. Missing where there is one.',
    }),
  ),
  work: Type.Enum(['verified', 'relayed', 'simulated', 'none'], {
    type: 'string',
    description:
      'How work is checked here: `verified` by the pool itself, `relayed` to an upstream that checks it, `simulated` by the demo fleet only, `none` when the algorithm cannot be mined here now.',
  }),
});
export type AlgorithmItem = Static<typeof AlgorithmItem>;

/** `GET /v5/algorithm`: the catalogue with the servers of this deployment; not a call of the specification. */
export const AlgorithmListResponse = envelope(list(AlgorithmItem), {
  description: 'Every algorithm, in catalogue order.',
});
export type AlgorithmListResponse = Static<typeof AlgorithmListResponse>;
