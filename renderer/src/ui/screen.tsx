import { type ReactNode, useEffect, useRef } from "react";
import { frameText } from "#text/screens/frame";

/**
 * Heading of a screen. It takes the focus when the screen opens, so that a keyboard starts at the
 * top and a screen reader says where one is.
 */
export function ScreenTitle({
  children,
  windowTitle,
  className,
}: {
  children: ReactNode;
  windowTitle: string;
  className?: string;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = frameText.windowTitle({ page: windowTitle });
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [windowTitle]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}

/** The bar at the foot of a screen that holds what can be done here; always in view. */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div className="action-bar">
      <div className="action-bar-inner">{children}</div>
    </div>
  );
}
