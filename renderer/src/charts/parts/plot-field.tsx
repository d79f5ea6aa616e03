import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { type Size, useSize } from "./use-size";

/**
 * Whether plots are drawn only when they are about to be seen: a whole page at once blocks the
 * window for a second. Labels, tables and the space of each plot exist from the start; for
 * printing, all are drawn.
 */
export const PlotsWaitToBeSeen = createContext(false);

/**
 * How far ahead a plot is drawn: half a window beyond the visible part, so that scrolling never
 * meets an empty plot.
 */
const aheadOfView = "50% 0px";

interface PlotFieldProps {
  readonly className: string;
  readonly children: (size: Size) => ReactNode;
}

/** The space of a plot. Hidden from screen readers, which get a table. */
export function PlotField({ className, children }: PlotFieldProps) {
  const field = useRef<HTMLDivElement>(null);
  const size = useSize(field);
  const [isToBeDrawn, setIsToBeDrawn] = useState(!useContext(PlotsWaitToBeSeen));
  useEffect(() => {
    if (isToBeDrawn || field.current === null) {
      return;
    }
    const onSight = (sights: readonly IntersectionObserverEntry[]) => {
      if (sights.some(({ isIntersecting }) => isIntersecting)) {
        setIsToBeDrawn(true);
      }
    };
    const observer = new IntersectionObserver(onSight, { rootMargin: aheadOfView });
    observer.observe(field.current);
    return () => observer.disconnect();
  }, [isToBeDrawn]);
  return (
    <div className={className} ref={field} aria-hidden="true">
      {isToBeDrawn && size !== null ? children(size) : null}
    </div>
  );
}
