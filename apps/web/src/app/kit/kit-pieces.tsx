import { Button } from '../../shared/ui/button.tsx';
import { showToast } from '../../shared/ui/toast-store.ts';
import { KitBoxes } from './kit-boxes.tsx';
import { KitControls } from './kit-controls.tsx';
import { KitFigures } from './kit-figures.tsx';
import { KitMarks } from './kit-marks.tsx';
import { Piece } from './kit-piece.tsx';

/** The pieces of shared/ui, each in the states it has; hover, focus and press are the reader's own. */
export function KitPieces() {
  return (
    <>
      <KitControls />
      <KitMarks />
      <KitBoxes />
      <KitFigures />
      <Toasts />
    </>
  );
}

function Toasts() {
  return (
    <Piece name="Toast">
      {(['success', 'warning', 'error'] as const).map((tone) => (
        <Button key={tone} onClick={() => showToast(tone)}>
          {tone}
        </Button>
      ))}
    </Piece>
  );
}
