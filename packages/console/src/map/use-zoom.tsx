import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { say } from '../words/say.ts';
import type { Box } from './boxes.ts';
import { atRest, between, isAtRest, limited, resized, type Shift, shifted, zoomedAt } from './shifts.ts';
import type { View } from './views.ts';

interface Zoom {
  /** What the map shows now. */
  readonly view: View;
  /** Attributes of the drawing: its reference, and which touches the browser leaves to us. */
  readonly drawing: {
    readonly ref: RefObject<SVGSVGElement | null>;
    /** In lower case, because attributes of SVG elements are case-sensitive. */
    readonly tabindex: number;
    readonly style: Readonly<Record<string, string>>;
  };
  /** Buttons for what wheel, fingers and keys do. */
  readonly tools: JSX.Element;
}

/** The room that the buttons take at the right. */
export const toolsBox = (width: number): Box => ({ x: width - 52, y: 8, width: 44, height: 124 });

/** A moving map is drawn anew when it has rested for this long; until then the old drawing is moved. */
const restMs = 140;
const stepPx = 80;
const step = 1.6;

/** A map that is zoomed and moved: by wheel and drag, by two fingers, by keys and by buttons. */
export const useZoom = (base: View, side: 'left' | 'right' = 'right'): Zoom => {
  const ref = useRef<SVGSVGElement>(null);
  const [shift, setShift] = useState(atRest);
  const [isHinting, setHinting] = useState(false);
  const moving = useRef({ now: atRest, drawn: atRest, base });
  useLayoutEffect(() => {
    const { base: before, now } = moving.current;
    moving.current.base = base;
    moving.current.now = resized(now, before, base);
    setShift(moving.current.now);
  }, [base]);
  const view = useMemo(() => shifted(base, shift), [base, shift]);
  useLayoutEffect(() => {
    moving.current.drawn = shift;
    if (ref.current) ref.current.style.transform = '';
  }, [shift]);

  const acts = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => setShift(moving.current.now);
    const to = (wanted: Shift, atOnce = false) => {
      const { drawn, base: of } = moving.current;
      const now = limited(of, wanted);
      moving.current.now = now;
      clearTimeout(timer);
      if (atOnce) return show();
      const { k, x, y } = between(drawn, now);
      if (ref.current) ref.current.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
      timer = setTimeout(show, restMs);
    };
    const middle = () => ({ x: moving.current.base.width / 2, y: moving.current.base.height / 2 });
    return {
      to,
      now: () => moving.current.now,
      zoom: (times: number) => to(zoomedAt(moving.current.now, times, middle()), true),
      move: (x: number, y: number) => {
        const { now } = moving.current;
        to({ k: now.k, x: now.x + x, y: now.y + y }, true);
      },
      reset: () => to(atRest, true),
      stop: () => clearTimeout(timer),
    };
  }, []);

  useEffect(() => {
    const drawing = ref.current;
    const frame = drawing?.parentElement;
    if (!drawing || !frame) return;
    const unlisten = listen(frame, drawing, acts, () => setHinting(true));
    return () => {
      unlisten();
      acts.stop();
    };
  }, [acts]);
  useEffect(() => {
    if (!isHinting) return;
    const timer = setTimeout(() => setHinting(false), 1600);
    return () => clearTimeout(timer);
  }, [isHinting]);

  const isMoved = !isAtRest(shift);
  return {
    view,
    drawing: { ref, tabindex: -1, style: { touchAction: isMoved ? 'none' : 'pan-y', transformOrigin: '0 0' } },
    tools: (
      <>
        <fieldset class={`map-tools ${side}`}>
          <legend class="hidden">{say('Zoom the map. The arrow keys move it.')}</legend>
          <button type="button" aria-label={say('Zoom in')} aria-keyshortcuts="+" onClick={() => acts.zoom(step)}>
            +
          </button>
          <button type="button" aria-label={say('Zoom out')} aria-keyshortcuts="-" onClick={() => acts.zoom(1 / step)}>
            −
          </button>
          {isMoved && (
            <button type="button" aria-label={say('Back to the first view')} aria-keyshortcuts="0" onClick={acts.reset}>
              <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
                <path d="M1 5V1h4M9 1h4v4M13 9v4H9M5 13H1V9" fill="none" stroke="currentColor" stroke-width="1.5" />
              </svg>
            </button>
          )}
        </fieldset>
        {isHinting && <p class="map-hint">{say('Click the map, or hold Ctrl, to zoom with the wheel')}</p>}
      </>
    ),
  };
};

interface Acts {
  to(shift: Shift, atOnce?: boolean): void;
  now(): Shift;
  zoom(times: number): void;
  move(x: number, y: number): void;
  reset(): void;
}

const keys: Readonly<Record<string, (acts: Acts) => void>> = {
  '+': (it) => it.zoom(step),
  '=': (it) => it.zoom(step),
  '-': (it) => it.zoom(1 / step),
  '0': (it) => it.reset(),
  ArrowLeft: (it) => it.move(stepPx, 0),
  ArrowRight: (it) => it.move(-stepPx, 0),
  ArrowUp: (it) => it.move(0, stepPx),
  ArrowDown: (it) => it.move(0, -stepPx),
};

const dragFromPx = 4;

const listen = (frame: HTMLElement, drawing: SVGSVGElement, acts: Acts, hint: () => void): (() => void) => {
  const pointers = new Map<number, { x: number; y: number }>();
  let isDragging = false;
  const place = (event: MouseEvent) => {
    const { left, top } = frame.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const wheel = (event: WheelEvent) => {
    // Somebody who scrolls down the page must not be caught by a map.
    if (!event.ctrlKey && !event.metaKey && !frame.contains(document.activeElement)) return hint();
    event.preventDefault();
    acts.to(zoomedAt(acts.now(), 2 ** (-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002)), place(event)));
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, place(event));
    isDragging = pointers.size > 1;
  };
  const move = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const after = place(event);
    const [dx, dy] = [after.x - before.x, after.y - before.y];
    if (!isDragging && Math.hypot(dx, dy) < dragFromPx) return;
    if (!isDragging) drawing.setPointerCapture(event.pointerId);
    isDragging = true;
    const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, it]) => it);
    const [other] = others;
    pointers.set(event.pointerId, after);
    const { k, x, y } = acts.now();
    if (!other) return acts.to({ k, x: x + dx, y: y + dy });
    // Two fingers: the point between them stays between them.
    const apart = (it: { x: number; y: number }) => Math.max(10, Math.hypot(it.x - other.x, it.y - other.y));
    const moved = { k, x: x + dx / 2, y: y + dy / 2 };
    acts.to(zoomedAt(moved, apart(after) / apart(before), { x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 }));
  };
  const up = (event: PointerEvent) => {
    // What lies under a finger has it until the drawing takes it over. That is a loss too, but the drag goes on.
    if (event.type === 'lostpointercapture' && event.target !== drawing) return;
    pointers.delete(event.pointerId);
  };
  /** The end of a drag is no click on what lies under it. */
  const click = (event: MouseEvent) => {
    if (isDragging) event.stopPropagation();
    isDragging = false;
  };
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act(acts);
  };
  const twice = (event: MouseEvent) => acts.to(zoomedAt(acts.now(), 2, place(event)), true);
  frame.addEventListener('wheel', wheel, { passive: false });
  frame.addEventListener('keydown', press);
  drawing.addEventListener('pointerdown', down);
  drawing.addEventListener('pointermove', move);
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) drawing.addEventListener(end, up);
  drawing.addEventListener('click', click, { capture: true });
  drawing.addEventListener('dblclick', twice);
  return () => {
    frame.removeEventListener('wheel', wheel);
    frame.removeEventListener('keydown', press);
    drawing.removeEventListener('pointerdown', down);
    drawing.removeEventListener('pointermove', move);
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      drawing.removeEventListener(end, up);
    drawing.removeEventListener('click', click, { capture: true });
    drawing.removeEventListener('dblclick', twice);
  };
};
