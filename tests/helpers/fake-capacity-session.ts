import type {
  CapacityHash,
  CapacityPrepareOptions,
  CapacityRead,
  CapacityRemoved,
  CapacityWritten,
  NativeCapacitySession,
  NativeFault,
  NativeSnapshot,
} from "#native/index";
import { idle } from "./fake-session";

const mebibyte = 1 << 20;

/** A session without a thread or files: records the calls, and reads everything back as written. */
export class FakeCapacitySession implements NativeCapacitySession {
  readonly calls: [string, ...number[]][] = [];
  readonly prepared: CapacityPrepareOptions[] = [];
  hash: (path: string) => CapacityHash = () => ({
    hash: "1",
    ownBlocks: 0,
    aroundCache: true,
    fault: null,
  });
  freeBytes = 136 * mebibyte;
  fillFault: NativeFault | null = null;
  readFault: NativeFault | null = null;
  rewriteEnd: Partial<CapacityWritten> = {};
  onRead: () => void = () => undefined;
  closed = false;
  removed: CapacityRemoved | null = null;
  left: CapacityRemoved = { fault: null, folder: null, moved: [], missingBytes: 0 };
  readonly reserves: (number | undefined)[] = [];

  async prepare(options: CapacityPrepareOptions) {
    this.prepared.push(options);
    return { freeBytes: this.freeBytes, totalBytes: this.freeBytes, usedBytes: 0 };
  }

  async fill(options: { bytes: number; reserveBytes?: number }): Promise<CapacityWritten> {
    const { bytes, reserveBytes } = options;
    this.reserves.push(reserveBytes);
    this.calls.push(["fill", bytes]);
    return { ...written(bytes), ...endOf(this.fillFault) };
  }

  async rewrite({ bytes }: { bytes: number }): Promise<CapacityWritten> {
    this.calls.push(["rewrite", bytes]);
    return { ...written(bytes), ...this.rewriteEnd };
  }

  async read({ fromBytes, bytes }: { fromBytes: number; bytes: number }): Promise<CapacityRead> {
    this.calls.push(["read", fromBytes, bytes]);
    this.onRead();
    return {
      ...written(bytes),
      systemCall: "pread",
      aroundCache: true,
      badBlocks: 0,
      damagedBlocks: 0,
      unreadableBlocks: 0,
      extents: [],
      ...endOf(this.readFault),
    };
  }

  async hashOf({ path }: { path: string }): Promise<CapacityHash> {
    return this.hash(path);
  }

  async remove(): Promise<CapacityRemoved> {
    this.removed = this.left;
    return this.left;
  }

  snapshot(): NativeSnapshot {
    return idle;
  }

  stop(): void {
    this.calls.push(["stop"]);
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}

function endOf(fault: NativeFault | null): Pick<CapacityWritten, "endedBy" | "fault"> {
  return { endedBy: fault === null ? "complete" : "error", fault };
}

function written(bytes: number): CapacityWritten {
  const region = { bytes, elapsedNs: 1e9, lostBlocks: 0, firstLostBlock: null };
  return {
    bytes,
    elapsedNs: 1e9,
    regionBytes: bytes,
    regions: [region],
    systemCall: "pwrite + fsync(fd)",
    endedBy: "complete",
    fullBecause: null,
    leftBytes: null,
    fault: null,
  };
}
