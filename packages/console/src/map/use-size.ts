import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The measured size of an element: drawings are redrawn for it, never scaled, so that text keeps its size. */
export const useSize = <T extends HTMLElement>(): [RefObject<T | null>, Size | undefined] => {
  const ref = useRef<T>(null);
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      setSize((before) => {
        const after = { width: Math.round(width), height: Math.round(height) };
        return before?.width === after.width && before.height === after.height ? before : after;
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
};
