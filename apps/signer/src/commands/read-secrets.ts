import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** More is no passphrase. */
const inputLengthMax = 8192;

/** What was read from the standard input is missing or wrong. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

export interface SecretInput extends AsyncIterable<Buffer | string> {
  readonly isTTY?: boolean;
}

/**
 * Reads one secret for each question: at a terminal one after another without showing them, else one a line. Secrets come by the standard
 * input only: arguments and the environment of a process can be read by others.
 *
 * @throws InputError where a line is missing
 */
export async function readSecrets(
  input: NodeJS.ReadStream | SecretInput,
  questions: readonly string[],
): Promise<readonly string[]> {
  const answers =
    input.isTTY === true ? await askHidden(input as NodeJS.ReadStream, questions) : await readLines(input);
  return questions.map((question, at) => {
    const answer = answers[at];
    if (answer === undefined || answer === '')
      throw new InputError(`Line ${at + 1} of the standard input is missing: ${question}.`);
    return answer;
  });
}

async function readLines(input: AsyncIterable<Buffer | string>): Promise<readonly string[]> {
  let text = '';
  for await (const chunk of input) {
    text += chunk.toString();
    if (text.length > inputLengthMax) throw new InputError('The standard input is too long.');
  }
  return text.split(/\r?\n/);
}

async function askHidden(input: NodeJS.ReadStream, questions: readonly string[]): Promise<readonly string[]> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: true });
  const answers: string[] = [];
  try {
    for (const question of questions) {
      process.stderr.write(`${question}: `);
      answers.push(await lines.question(''));
      process.stderr.write('\n');
    }
  } finally {
    lines.close();
  }
  return answers;
}
