/** What the verdict says, by its subjects, one line each. */
export * as advice from "./advice";
export * as honesty from "./honesty";
export * as unwaited from "./unwaited";
