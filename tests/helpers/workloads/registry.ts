/** Every workload; written by scripts/generate-registries.mjs. */
export * as "buffer-sweep" from "./buffer-sweep";
export * as capacity from "./capacity";
export * as "chunked-writes" from "./chunked-writes";
export * as commits from "./commits";
export * as "document-saves" from "./document-saves";
export * as "flush-modes" from "./flush-modes";
export * as "parallel-saves" from "./parallel-saves";
export * as reading from "./reading";
export * as "sustained-write" from "./sustained-write";
export * as "sync-interval" from "./sync-interval";
