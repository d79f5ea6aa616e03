import { type ReactNode, useEffect, useRef } from "react";
import { frameText } from "#text/screens/frame";

/**
 * A screen's heading. It takes the focus when the screen opens: the keyboard starts at the top, and
 * a screen reader announces the screen.
 */
export function ScreenTitle({
  children,
  windowTitle,
  className,
  describedBy,
}: {
  children: ReactNode;
  windowTitle: string;
  className?: string;
  /** Id of the element that a screen reader reads after the heading. */
  describedBy?: string | undefined;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = frameText.windowTitle({ page: windowTitle });
  }, [windowTitle]);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={className} aria-describedby={describedBy}>
      {children}
    </h1>
  );
}

/** The action bar at the bottom of a screen; always visible. */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div className="action-bar">
      <div className="action-bar-inner">{children}</div>
    </div>
  );
}
