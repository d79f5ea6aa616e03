import { useEffect } from "react";

/**
 * Takes the focus to the heading of the page if the focused element is gone, such as a button of a
 * deleted entry. Otherwise a screen reader would fall silent at the top of the window.
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
        // Waits two frames, because a closed dialog or list gives the focus back by itself one
        // frame later.
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
