/** Texts about power cuts, one module per subject. */
export * as headline from "./headline";
export * as result from "./result";
export * as verdict from "./verdict";
export * as witness from "./witness";
