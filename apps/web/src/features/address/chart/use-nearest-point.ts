import { type PointerEvent, useState } from 'react';
import { type ChartPoint, nearestPoint, type Span } from './chart-scale.ts';

/** The point under the pointer, and the handlers of the element that draws `points` over the whole of `span`. */
export function useNearestPoint(points: readonly ChartPoint[], span: Span, step: number) {
  const [shown, setShown] = useState<ChartPoint | null>(null);

  function handleMove(event: PointerEvent) {
    const box = event.currentTarget.getBoundingClientRect();
    const at = span.start + ((event.clientX - box.left) / box.width) * (span.end - span.start);
    setShown(nearestPoint(points, at, 2 * step));
  }

  return {
    shown,
    handlers: {
      onPointerMove: handleMove,
      onPointerDown: handleMove,
      onPointerLeave: () => setShown(null),
    },
  };
}
