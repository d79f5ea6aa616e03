import { late } from "./ui/late";

/**
 * The screens after the first one, each a separate chunk with the charts it draws: the window opens
 * before they are loaded.
 */
export const verdict = late(
  async () => (await import("./features/verdict/verdict-screen")).VerdictScreen,
);
export const inspecting = late(
  async () => (await import("./features/inspection/inspection-screen")).InspectionScreen,
);
export const history = late(
  async () => (await import("./features/history/history-screen")).HistoryScreen,
);
export const powerCut = late(
  async () => (await import("./features/power-cut/power-cut-screen")).PowerCutScreen,
);

/**
 * Loads all these screens when the browser is idle, so that each is ready when a person opens it.
 */
export function prefetchScreens(): () => void {
  const waiting = requestIdleCallback(() => {
    for (const { prefetch } of [inspecting, verdict, history, powerCut]) {
      prefetch();
    }
  });
  return () => cancelIdleCallback(waiting);
}
