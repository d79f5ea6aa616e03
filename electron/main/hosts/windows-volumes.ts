import type { AskedVolume } from "#contract/volume-facts";
import type { SpawnEngine } from "./engine-process";
import { EngineSupervisor } from "./engine-supervisor";

/** How long each volume may take from the moment its name is known. */
const answerLimitMs = 3000;
/**
 * Each question waits on a thread of libuv's, which has four by itself: one dying drive with four
 * volumes would keep all the others from answering. Letters and folders, and some more.
 */
const threads = { UV_THREADPOOL_SIZE: "64" };
/** Until the names: most of it is the start of the process, on a busy computer. */
const startLimitMs = 10_000;

/**
 * Asks Windows for its volumes through an engine host of its own, which is ended where one of them does
 * not answer. `null`: the engine could not ask at all.
 */
export function askWindowsVolumes(
  nativeDirectory: string,
  spawnEngine: SpawnEngine,
): Promise<AskedVolume[] | null> {
  return new Promise((resolve) => {
    let asked: AskedVolume[] | null = null;
    const supervisor = new EngineSupervisor(
      { type: "list-volumes", nativeDirectory },
      {
        spawn: () => spawnEngine(threads),
        stopDeadlineMs: 0,
        onEvent: (event) => {
          switch (event.type) {
            case "volumes":
              asked = event.volumes.map((volume) => ({ ...volume, facts: null }));
              clearTimeout(timer);
              timer = setTimeout(() => supervisor.stop(), answerLimitMs);
              break;
            case "volume":
              asked = withAnswer(asked ?? [], event.path, event.facts);
              break;
            case "finished":
              clearTimeout(timer);
              resolve(asked);
              break;
          }
        },
      },
    );
    let timer = setTimeout(() => supervisor.stop(), startLimitMs);
  });
}

function withAnswer(asked: AskedVolume[], path: string, facts: AskedVolume["facts"]) {
  return asked.map((volume) => (volume.path === path ? { ...volume, facts } : volume));
}
