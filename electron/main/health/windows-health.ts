import type { HealthPages } from "#contract/health";
import type { SpawnEngine } from "../hosts/engine-process";
import { EngineSupervisor } from "../hosts/engine-supervisor";
import { pagesReadings } from "./health-pages";
import type { ReadWindowsHealth } from "./read-health";

/**
 * Time limit for a drive's health in milliseconds, mostly for the engine's start; the health of a
 * slower drive stays unknown.
 */
const answerLimitMs = 6000;

/** Queries a drive through a separate engine host, which is killed if the drive does not answer. */
export function windowsHealthReader(spawnEngine: SpawnEngine): ReadWindowsHealth {
  return async (disk) => {
    let pages = null as HealthPages | null;
    const supervisor = new EngineSupervisor(
      { type: "read-health", disk },
      {
        spawn: spawnEngine,
        stopDeadlineMs: 0,
        onEvent: (event) => {
          if (event.type === "health-pages") {
            pages = event.pages;
          }
        },
      },
    );
    const late = setTimeout(() => supervisor.stop(), answerLimitMs);
    const { error, stopped } = await supervisor.ended;
    clearTimeout(late);
    if (pages !== null) {
      return pagesReadings(pages, Date.now());
    }
    return {
      gap: stopped ? "no-answer" : error?.code === "no-permission" ? "refused" : "unreadable",
    };
  };
}
