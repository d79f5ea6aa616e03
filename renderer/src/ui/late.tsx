import { type ComponentType, useEffect, useState } from "react";

/**
 * A component in a separate chunk. Once loaded, it renders at once: React's own `lazy` suspends
 * even then, and delays what follows for 300 ms.
 */
export function late<Props extends object>(read: () => Promise<ComponentType<Props>>) {
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
          // Forgets the failed loading, so that the next attempt loads the component again.
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

  /** Loads the code early; an error is reported when the component is rendered. */
  const prefetch = () => void start().catch(() => undefined);
  return { Component, prefetch };
}
