/** What ends an inspection or clouds its figures, by its subjects, one line each. */
export * as disturbances from "./disturbances";
export * as errors from "./errors";
export * as leftovers from "./leftovers";
export * as reasons from "./reasons";
export * as runLock from "./run-lock";
export * as untestable from "./untestable";
export * as warnings from "./warnings";
