import { createContext, type RefObject, useContext, useEffect, useState } from "react";
import { type Size, useSize } from "./use-size";

/**
 * Whether plots are drawn only when they are about to be seen: drawing a whole page at once blocks
 * the window for a second. Labels, tables and the space of each plot exist from the start. For
 * printing, every plot is drawn at once.
 */
export const PlotsWaitToBeSeen = createContext(false);

/** Half a window beyond the visible part, so that scrolling never meets an empty plot. */
const aheadOfView = "50% 0px";

/** The size to draw a plot in; `null` while it should not be drawn. */
export function usePlotSize(element: RefObject<HTMLElement | null>): Size | null {
  const size = useSize(element);
  const [isToBeDrawn, setIsToBeDrawn] = useState(!useContext(PlotsWaitToBeSeen));
  useEffect(() => {
    const target = element.current;
    if (isToBeDrawn || target === null) {
      return;
    }
    const onSight = (sights: readonly IntersectionObserverEntry[]) => {
      if (sights.some(({ isIntersecting }) => isIntersecting)) {
        setIsToBeDrawn(true);
      }
    };
    const observer = new IntersectionObserver(onSight, { rootMargin: aheadOfView });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, isToBeDrawn]);
  return isToBeDrawn ? size : null;
}
