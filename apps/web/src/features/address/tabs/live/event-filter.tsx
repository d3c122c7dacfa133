import { changePreferences } from '../../../../shared/storage/preference-store.ts';
import { ChipSet } from '../../../../shared/ui/chip-filter.tsx';
import { type EventKind, eventKinds } from '../../address-api.ts';

const kindLabels = { reward: 'Rewards', worker: 'Workers', payout: 'Payouts' } as const satisfies Record<
  EventKind,
  string
>;
type Label = (typeof kindLabels)[EventKind];
const labels = eventKinds.map((kind) => kindLabels[kind]);

/** Narrows the events to some kinds; the choice is remembered in the browser. */
export function EventFilter({ kinds }: { readonly kinds: readonly EventKind[] }) {
  return (
    <ChipSet<Label>
      label="Kinds of event"
      options={labels}
      chosen={kinds.map((kind) => kindLabels[kind])}
      onChange={(chosen) =>
        changePreferences((old) => ({
          ...old,
          liveFilter: eventKinds.filter((known) => chosen.includes(kindLabels[known])),
        }))
      }
    />
  );
}
