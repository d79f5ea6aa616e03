/** What is said of power cuts, by its subjects, one line each. */
export * as headline from "./headline";
export * as result from "./result";
export * as verdict from "./verdict";
export * as witness from "./witness";
