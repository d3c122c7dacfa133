import { Argument, Command, CommanderError, Option } from 'commander';
import type { TProperties } from 'typebox';
import { isArgument, isOptional, typingOf, type Typing } from './parameters.ts';
import { type Input, prepareVerb, type Transport } from './prepare-verb.ts';
import type { Verb } from './verb.ts';
import { families } from './verbs.ts';

export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Asks who sits there for a yes; left out where the terminal is none. */
  confirm?(question: string): Promise<boolean>;
}

/** 0: done, and sound; 1: something is not sound; 2: not done, or it cannot be told. */
export type ExitCode = 0 | 1 | 2;

/**
 * Runs one command of the operator: `args` without the program's name. Throws what a command fails with; a mistake in `args` is told
 * and answered with 2.
 */
export async function runCommand(
  args: readonly string[],
  version: string,
  transport: Transport,
  terminal: Terminal,
): Promise<ExitCode> {
  let exit: ExitCode = 0;
  const program = makeProgram(version, terminal, async (verb, { input, isJson, isAgreed }) => {
    exit = await carryOut(verb, input, { transport, terminal, isJson, isAgreed });
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version are asked for and end well; everything else is a mistake in the arguments.
    return error.exitCode === 0 ? 0 : 2;
  }
  return exit;
}

interface Call {
  readonly input: Input;
  readonly isJson: boolean;
  /** `--yes` */
  readonly isAgreed: boolean;
}

/** The table of verbs as commands that are parsed and explained. */
function makeProgram(
  version: string,
  terminal: Terminal,
  onCall: (verb: Verb, call: Call) => Promise<void>,
): Command {
  const program = new Command('openlode')
    .description(
      'Commands for the operator of an Openlode pool. Settings are those of the pool: OPENLODE_DATA, DATABASE_URL.',
    )
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.err(text) })
    .helpCommand(true)
    .addHelpText('after', '\nThe process that holds keys has commands of its own: openlode signer --help.')
    .showHelpAfterError('(add --help for how to use it)');
  for (const { group, verbs } of families) {
    const parent = group === undefined ? program : groupOf(program, group);
    for (const verb of verbs) addVerb(parent, verb, onCall);
  }
  return program;
}

/** Commands inherit how the program ends and prints, as long as they are made by it. */
function groupOf(
  program: Command,
  { name, does }: { readonly name: string; readonly does: string },
): Command {
  return program.commands.find((each) => each.name() === name) ?? program.command(name).description(does);
}

function addVerb(parent: Command, verb: Verb, onCall: (verb: Verb, call: Call) => Promise<void>): void {
  const word = verb.name.split(' ').at(-1) ?? verb.name;
  const command = parent
    .command(word, verb.isDefault === true ? { isDefault: true } : {})
    .description(verb.does);
  const { reason, ...own } = verb.input;
  const names: string[] = [];
  // The reason, --json and --yes stand first in every help.
  if (reason !== undefined) addParameter(command, 'reason', reason, names);
  command.option('--json', `print ${verb.jsonIs} as JSON`);
  if (verb.asks !== undefined) command.option('--yes', 'do not ask');
  for (const [name, parameter] of Object.entries(own)) addParameter(command, name, parameter, names);
  command.addHelpText('after', exitCodes(verb));
  command.action(async (...typed: unknown[]) => {
    const options = command.opts<Record<string, unknown>>();
    const { json, yes, ...rest } = options;
    const input: Record<string, unknown> = { ...rest };
    for (const [place, name] of names.entries()) if (typed[place] !== undefined) input[name] = typed[place];
    await onCall(verb, { input, isJson: json === true, isAgreed: yes === true });
  });
}

/** Adds a parameter to the command; an argument adds its name to `names`, in the order in which they are typed. */
function addParameter(command: Command, name: string, parameter: TProperties[string], names: string[]): void {
  const typing = typingOf(parameter);
  if (typing === undefined) return;
  if (isArgument(parameter)) {
    names.push(name);
    command.addArgument(withReader(new Argument(typing.flags, typing.description), typing));
    return;
  }
  const option = withReader(new Option(typing.flags, typing.description), typing);
  if (typing.choices !== undefined) option.choices(typing.choices);
  if (typing.default !== undefined) option.default(typing.default);
  else if (!isOptional(parameter)) option.makeOptionMandatory();
  command.addOption(option);
}

function withReader<Kind extends Argument | Option>(kind: Kind, { read }: Typing): Kind {
  if (read !== undefined) kind.argParser((text: string) => read(text));
  return kind;
}

function exitCodes({ finding }: Verb): string {
  const codes = [
    '0  it was done',
    ...(finding === undefined ? [] : [`1  ${finding.means}`]),
    '2  it was not done, or the outcome is unknown; the output says why',
  ];
  return ['', 'Exit codes:', ...codes.map((each) => `  ${each}`)].join('\n');
}

/** Looks, asks, runs and prints one verb. */
async function carryOut(
  verb: Verb,
  typed: Input,
  {
    transport,
    terminal,
    isJson,
    isAgreed,
  }: Omit<Call, 'input'> & { transport: Transport; terminal: Terminal },
): Promise<ExitCode> {
  const print = (answer: unknown, input = typed): void => {
    const json = (): string => JSON.stringify(verb.json === undefined ? answer : verb.json(answer), null, 2);
    terminal.out(`${isJson ? json() : verb.print(answer, input)}\n`);
  };
  const prepared = await prepareVerb(verb, typed, transport);
  if (prepared.kind === 'refused') {
    print(prepared.answer);
    return 2;
  }
  const { input } = prepared;
  const question = isAgreed ? undefined : await prepared.question();
  if (question !== undefined && (terminal.confirm === undefined || !(await terminal.confirm(question)))) {
    terminal.err('Nothing was done: answer yes, or add --yes.\n');
    return 2;
  }
  const answer = await transport.run(verb, input);
  print(answer, input);
  if (verb.isDone?.(answer) === false) return 2;
  return verb.finding?.isThere(answer) === true ? 1 : 0;
}
