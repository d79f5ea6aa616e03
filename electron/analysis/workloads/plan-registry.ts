/** Every workload; written by scripts/generate-registries.mjs. */
export * as "buffer-sweep" from "./buffer-sweep/plan";
export * as capacity from "./capacity/plan";
export * as "chunked-writes" from "./chunked-writes/plan";
export * as commits from "./commits/plan";
export * as "document-saves" from "./document-saves/plan";
export * as "flush-modes" from "./flush-modes/plan";
export * as "parallel-saves" from "./parallel-saves/plan";
export * as reading from "./reading/plan";
export * as "sustained-write" from "./sustained-write/plan";
export * as "sync-interval" from "./sync-interval/plan";
