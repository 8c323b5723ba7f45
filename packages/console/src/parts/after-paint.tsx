import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/**
 * False until the page around the component was painted once. A map takes longer to draw than all text of its page, which would wait
 * for it.
 */
export const useAfterPaint = (): boolean => {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
};

/** The lower parts of a long page: what is above them is painted first. The footer stays away until they are there. */
export const AfterPaint = ({ children }: { children: ComponentChildren }): ComponentChildren =>
  useAfterPaint() ? children : <span class="to-be-painted" hidden />;
