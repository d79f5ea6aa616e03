/** Texts about early ends and disturbances of an inspection, one module per subject. */
export * as disturbances from "./disturbances";
export * as errors from "./errors";
export * as leftovers from "./leftovers";
export * as reasons from "./reasons";
export * as runLock from "./run-lock";
export * as untestable from "./untestable";
export * as warnings from "./warnings";
