import { TextField } from '../../../../shared/ui/text-field.tsx';

interface FindWorkerProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly found: number;
  readonly loaded: number;
  /** The account has workers that are not loaded. */
  readonly hasMore: boolean;
}

/** Narrows the tables by a part of the name, and says among how many. */
export function FindWorker({ text, onText, found, loaded, hasMore }: FindWorkerProps) {
  return (
    <div>
      <TextField
        label="Find a worker"
        hint="by a part of its name"
        type="search"
        code
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <p role="status">
        {text !== '' && `${found} of the ${count.format(loaded)} workers that are loaded`}
        {text !== '' && hasMore && '; the account has more, show them to search them as well'}
      </p>
    </div>
  );
}

const count = new Intl.NumberFormat('en-US');
