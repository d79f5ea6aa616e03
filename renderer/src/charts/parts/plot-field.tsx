import { type ReactNode, useRef } from "react";
import { usePlotSize } from "./plot-size";
import type { Size } from "./use-size";

interface PlotFieldProps {
  readonly className: string;
  readonly children: (size: Size) => ReactNode;
}

/** The place of a plot. Hidden from screen readers, which get a table. */
export function PlotField({ className, children }: PlotFieldProps) {
  const field = useRef<HTMLDivElement>(null);
  const size = usePlotSize(field);
  return (
    <div className={className} ref={field} aria-hidden="true">
      {size === null ? null : children(size)}
    </div>
  );
}
