import { type ComponentType, useEffect, useState } from "react";

/** A component whose code the first picture does not need. */
export interface Late<Props> {
  readonly Component: ComponentType<Props>;
  /** Reads the code before it is wanted; what goes wrong is said once it is. */
  readonly prefetch: () => void;
}

/**
 * Takes the code of a component from a file of its own. Once that is read the component is there at
 * once: React's own `lazy` waits a turn even then, and holds back what follows for 300 ms.
 */
export function late<Props extends object>(read: () => Promise<ComponentType<Props>>): Late<Props> {
  let found: ComponentType<Props> | null = null;
  let reading: Promise<void> | null = null;

  function start(): Promise<void> {
    reading ??= read().then((component) => {
      found = component;
    });
    return reading;
  }

  function Component(props: Props) {
    const [, setRead] = useState(found !== null);
    const [failure, setFailure] = useState<unknown>(null);
    useEffect(() => {
      let open = true;
      start().then(
        () => open && setRead(true),
        (error: unknown) => {
          // The next attempt reads anew.
          reading = null;
          if (open) {
            setFailure(error);
          }
        },
      );
      return () => {
        open = false;
      };
    }, []);
    if (failure !== null) {
      throw failure;
    }
    const Found = found;
    return Found === null ? null : <Found {...props} />;
  }

  return { Component, prefetch: () => void start().catch(() => undefined) };
}
