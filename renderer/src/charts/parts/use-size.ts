import { type RefObject, useLayoutEffect, useState } from "react";

export interface Size {
  readonly width: number;
  readonly height: number;
  /** Pixels of one rem: charts grow with the text size. */
  readonly rem: number;
}

/**
 * Measures an element before its first paint and whenever it changes. Returns numbers, because a
 * printed page must have the size it was drawn with.
 */
export function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) {
      return;
    }
    const measure = () => {
      const { width, height } = target.getBoundingClientRect();
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setSize((old) =>
        old !== null && old.width === width && old.height === height && old.rem === rem
          ? old
          : { width, height, rem },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
