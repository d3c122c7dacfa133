/** What was opened, to be closed in the opposite order: nothing is closed while something that uses it still runs. */
export class ClosingOrder {
  readonly #steps: { readonly name: string; readonly close: () => Promise<unknown> | void }[] = [];

  add(name: string, close: () => Promise<unknown> | void): void {
    this.#steps.push({ name, close });
  }

  /** Closes everything; a step that fails is reported and does not keep the others from closing. */
  async closeAll(onError: (name: string, error: unknown) => void): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step.close();
      } catch (error) {
        onError(step.name, error);
      }
    }
  }
}
