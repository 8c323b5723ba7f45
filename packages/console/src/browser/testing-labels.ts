import type { Page } from 'playwright-core';

/**
 * Labels of the maps on a page that lie over each other, that a mark, an inset or the buttons cover, or that the frame cuts off. The
 * browser measures them: a straight text by its box, and one along an arc or at an angle letter by letter.
 */
export const labelClashes = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Box {
      readonly left: number;
      readonly top: number;
      readonly right: number;
      readonly bottom: number;
    }
    /** Line boxes are higher than their letters, so texts above each other may share this many px. */
    const sharedPx = 1.5;
    const meet = (a: Box, b: Box) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > sharedPx &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > sharedPx;
    const isOutside = (a: Box, b: Box) =>
      a.left < b.left - 1 || a.top < b.top - 1 || a.right > b.right + 1 || a.bottom > b.bottom + 1;
    const boxesOf = (text: SVGTextContentElement): Box[] => {
      const toScreen = text.getScreenCTM();
      const isStraight = !text.querySelector('textPath') && toScreen?.b === 0;
      if (isStraight || !toScreen) return [text.getBoundingClientRect()];
      return Array.from({ length: text.getNumberOfChars() }, (_, i) => {
        const { x, y, width, height } = text.getExtentOfChar(i);
        const corners = [
          [x, y],
          [x + width, y],
          [x, y + height],
          [x + width, y + height],
        ].map(([cx, cy]) => new DOMPoint(cx, cy).matrixTransform(toScreen));
        const [xs, ys] = [corners.map((it) => it.x), corners.map((it) => it.y)];
        return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
      });
    };
    const found: string[] = [];
    for (const drawing of document.querySelectorAll('.map svg:has(.map-text)')) {
      const frame = drawing.getBoundingClientRect();
      if (frame.width === 0) continue;
      const labels = [...drawing.querySelectorAll<SVGTextContentElement>('.map-text:not(.halo)')].map((it) => ({
        text: it.textContent ?? '',
        boxes: boxesOf(it),
      }));
      const marks = [...drawing.querySelectorAll('.mark')].map((it) => it.getBoundingClientRect());
      const isMain = drawing.parentElement?.matches('.map') ?? false;
      const covers = isMain
        ? [...(drawing.parentElement?.querySelectorAll('.inset, .map-tools') ?? [])].map((it) =>
            it.getBoundingClientRect(),
          )
        : [];
      labels.forEach(({ text, boxes }, i) => {
        if (boxes.some((it) => isOutside(it, frame))) found.push(`${text} is cut off`);
        if (boxes.some((it) => marks.some((mark) => meet(it, mark)))) found.push(`${text} lies on a mark`);
        if (boxes.some((it) => covers.some((cover) => meet(it, cover)))) found.push(`${text} is covered`);
        for (const other of labels.slice(i + 1))
          if (boxes.some((a) => other.boxes.some((b) => meet(a, b)))) found.push(`${text} lies on ${other.text}`);
      });
    }
    return found;
  });
