import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** A mouse that moved this far was dragging, in px. */
const dragFrom = 6;

/** Handlers for an element that the mouse scrolls sideways by dragging it, as a finger does by itself. */
export function useDragScroll() {
  const drag = useRef<{ readonly x: number; readonly left: number; moved: boolean } | null>(null);
  const end = () => {
    drag.current = null;
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (event.pointerType !== 'mouse' || event.button !== 0) return;
      drag.current = { x: event.clientX, left: event.currentTarget.scrollLeft, moved: false };
    },
    onPointerMove(event: PointerEvent) {
      const start = drag.current;
      if (start === null) return;
      const distance = event.clientX - start.x;
      if (Math.abs(distance) > dragFrom) start.moved = true;
      if (start.moved) event.currentTarget.scrollLeft = start.left - distance;
    },
    // After the click that follows, which still has to know.
    onPointerUp: () => void setTimeout(end),
    onPointerLeave: end,
    onDragStart: (event: MouseEvent) => event.preventDefault(),
    onClickCapture(event: MouseEvent) {
      // The end of a drag is no press.
      if (drag.current?.moved === true) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
  };
}
