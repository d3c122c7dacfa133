import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

interface Question {
  readonly id: number;
  readonly verb: string;
  readonly argument: unknown;
}

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** What a process says unasked once it listens: node:cluster loses what comes before. */
const listens = 0;

/** With BENCH_PROFILE=folder every process writes where its time went, a file a thread. */
const profileFolder = process.env['BENCH_PROFILE'];
const profiling = profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
/** What Node.js itself is given in each of them. */
export const benchArguments: readonly string[] = ['--enable-source-maps', ...profiling];

/** One of a benchmark's processes, seen from the benchmark. `Verbs` names what it can be asked and what it answers. */
export class BenchProcess<Verbs extends Record<keyof Verbs, (argument: never) => unknown>> {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >();
  #lastId = 0;

  /** `child`: the process, where something else starts it: of `file`, with `benchArguments` and the serialization `advanced`. */
  constructor(
    file: string,
    env: Readonly<Record<string, string>> = {},
    child: ChildProcess = fork(file, {
      env: { ...process.env, ...env },
      execArgv: [...benchArguments],
      serialization: 'advanced',
    }),
  ) {
    this.#child = child;
    this.#child.on('message', (answer: Answer) => {
      const asker = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (answer.error === undefined) asker?.resolve(answer.value);
      else asker?.reject(new Error(answer.error));
    });
    this.#child.once('exit', (code) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`${file} ended with code ${code}`));
    });
  }

  ask<Verb extends keyof Verbs & string>(
    verb: Verb,
    argument: Parameters<Verbs[Verb]>[0],
  ): Promise<Awaited<ReturnType<Verbs[Verb]>>> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, {
        resolve: (value) => resolve(value as Awaited<ReturnType<Verbs[Verb]>>),
        reject,
      });
      this.#child.send({ id, verb, argument } satisfies Question);
    });
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    // A killed process writes no profile.
    if (profiling.length > 0) this.#child.disconnect();
    else this.#child.kill('SIGKILL');
    await exited;
  }
}

/** The other side: answers what the benchmark asks. */
export function answerQuestions(verbs: Readonly<Record<string, (argument: never) => unknown>>): void {
  process.on('message', (question: Question) => {
    void answer(verbs, question).then((message) => process.send?.(message));
  });
  process.once('disconnect', () => process.exit(0));
  process.send?.({ id: listens } satisfies Answer);
}

async function answer(
  verbs: Readonly<Record<string, (argument: never) => unknown>>,
  { id, verb, argument }: Question,
): Promise<Answer> {
  try {
    return { id, value: await verbs[verb]?.(argument as never) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
