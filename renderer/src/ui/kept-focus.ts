import { useEffect } from "react";

/**
 * If the focused element is gone, such as a button of a deleted entry, focuses the page's heading:
 * without a focus a screen reader falls silent at the top of the window.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    const keep = () => {
      if (last?.isConnected === false && document.activeElement === document.body) {
        document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
      }
    };
    const observer = new MutationObserver(() => {
      if (last?.isConnected === false) {
        // Two frames, because a closed dialog or list gives the focus back one frame later.
        requestAnimationFrame(() => requestAnimationFrame(keep));
      }
    });
    document.addEventListener("focusin", onFocus);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", onFocus);
      observer.disconnect();
    };
  }, []);
}
