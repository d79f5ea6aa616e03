/** Every workload; written by scripts/generate-registries.mjs. */
export * as "buffer-sweep" from "./buffer-sweep/choice";
export * as capacity from "./capacity/choice";
export * as "chunked-writes" from "./chunked-writes/choice";
export * as commits from "./commits/choice";
export * as "document-saves" from "./document-saves/choice";
export * as "flush-modes" from "./flush-modes/choice";
export * as "parallel-saves" from "./parallel-saves/choice";
export * as reading from "./reading/choice";
export * as "sustained-write" from "./sustained-write/choice";
export * as "sync-interval" from "./sync-interval/choice";
