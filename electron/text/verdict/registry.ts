/** What the verdict says, by its subjects, one line each. */
export * as advice from "./advice";
export * as answers from "./answers";
export * as failures from "./failures";
export * as glance from "./glance";
export * as health from "./health";
export * as honesty from "./honesty";
export * as measurement from "./measurement";
export * as narrative from "./narrative";
export * as paper from "./paper";
export * as pauses from "./pauses";
export * as promises from "./promises";
export * as saved from "./saved";
export * as slowed from "./slowed";
export * as throttled from "./throttled";
export * as unwaited from "./unwaited";
export * as worth from "./worth";
