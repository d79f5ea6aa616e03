import { late } from "./ui/late";

/** Screens after the first, each a separate chunk: the window opens before they are loaded. */
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

/** Loads the later screens when the browser is idle, so that each is ready when it is opened. */
export function prefetchScreens(): () => void {
  const waiting = requestIdleCallback(() => {
    for (const { prefetch } of [inspecting, verdict, history, powerCut]) {
      prefetch();
    }
  });
  return () => cancelIdleCallback(waiting);
}
