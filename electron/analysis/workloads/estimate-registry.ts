/** Every workload; written by scripts/generate-registries.mjs. */
export * as "buffer-sweep" from "./buffer-sweep/estimate";
export * as capacity from "./capacity/estimate";
export * as "chunked-writes" from "./chunked-writes/estimate";
export * as commits from "./commits/estimate";
export * as "document-saves" from "./document-saves/estimate";
export * as "flush-modes" from "./flush-modes/estimate";
export * as "parallel-saves" from "./parallel-saves/estimate";
export * as reading from "./reading/estimate";
export * as "sustained-write" from "./sustained-write/estimate";
export * as "sync-interval" from "./sync-interval/estimate";
