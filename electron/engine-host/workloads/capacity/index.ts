import { rereadBytes, reserveBytes, targetBytes } from "#analysis/workloads/capacity/plan";
import { countOrNull } from "#contract/count-or-null";
import { hostError } from "#contract/drive-error";
import type { CapacityCounts, CapacityOldFiles, CapacityPart } from "#contract/workloads/capacity";
import { capacityParts } from "#contract/workloads/capacity";
import type { EventOf } from "#contract/workloads/index";
import type { CapacityRead, CapacityWritten, NativeCapacitySession } from "#native/index";
import { Bench } from "../../bench";
import { HostFault, say } from "../../fault";
import { capacityRemains, isOfDrive, isOfFailingDrive } from "../../own-folders";
import { OldFiles } from "./old-files";

export const stepCount = () => capacityParts.length;

/**
 * Fills the free space, flushes, and reads all of it back in ascending order. A cache holding the
 * last part could hide that the drive lost it, so the beginning is then rewritten, as much as fits
 * into any drive's cache, and the last part is read once more.
 *
 * A stop by the person ends the test early; everything read back until then counts.
 */
export async function run(bench: Bench): Promise<void> {
  const plan = bench.plans.capacity;
  await bench.withCapacity(async (session) => {
    const { directory, runId } = bench.request;
    const made = await bench.attempt("preparing", () =>
      session.prepare({
        directory,
        folderDescriptor: bench.folderDescriptor,
        folderName: `driveproof-capacity-test-${runId}`,
        fileBytes: plan.fileBytes,
        seed: Bench.seed(),
      }),
    );
    if (made === null) {
      return;
    }
    const freeBytes = countOrNull(made.freeBytes);
    if (freeBytes === null) {
      throw new HostFault(hostError("space-unknown", [say("error.space-uncountable")]));
    }
    const bytes = targetBytes(plan, freeBytes);
    if (bytes === 0) {
      throw new HostFault(hostError("no-space", [say("error.nothing-to-fill")]));
    }
    const work = async () => {
      const old = await OldFiles.sample(session, directory, () => bench.isStopping);
      bench.emit({ type: "phase", phase: "measuring" });
      const room = {
        freeBytes,
        targetBytes: bytes,
        totalBytes: countOrNull(made.totalBytes),
        usedBytes: countOrNull(made.usedBytes),
      };
      await new CapacityRun(bench, session, room, old).carryOut();
    };
    // Keep the error that ended the test: it matters more than an error of the cleanup.
    const ended = await work().then(
      () => null,
      (cause: unknown) => ({ cause }),
    );
    if (ended !== null && isOfFailingDrive(ended.cause)) {
      // Report the error before anything is removed: a removal can hang as long as the drive does.
      throw ended.cause;
    }
    const removed = await session.remove();
    for (const warning of capacityRemains(removed)) {
      bench.emit(warning);
    }
    if (ended !== null) {
      throw ended.cause;
    }
    await bench.failOn(removed.fault && isOfDrive(removed.fault) ? removed.fault : null);
  });
}

class CapacityRun {
  private oldFiles: CapacityOldFiles | null = null;

  constructor(
    private readonly bench: Bench,
    private readonly session: NativeCapacitySession,
    private readonly room: Room,
    private readonly old: OldFiles,
  ) {}

  async carryOut(): Promise<void> {
    const { session, room } = this;
    const wanted = { bytes: room.targetBytes, reserveBytes: reserveBytes(room.freeBytes) };
    const fill = await this.write("fill", () => session.fill(wanted));
    const filled = fill?.bytes ?? 0;
    const again = rereadBytes(filled);
    if (filled === 0) {
      return;
    }
    await this.read("read", { fromBytes: 0, bytes: filled });
    const rewritten = await this.write("rewrite", () => session.rewrite({ bytes: again }));
    // Read the last part again only after a complete rewrite, for which a copy-on-write file system
    // may have no room. Without the rewrite a cache may still hold the last part, and reading it
    // again would prove nothing.
    if (rewritten?.endedBy === "complete") {
      await this.read("reread", { fromBytes: filled - again, bytes: again });
    }
  }

  /** Writes one part of the test; resolves with `null` if the test was stopped before this part. */
  private async write(
    part: CapacityPart,
    write: () => Promise<CapacityWritten>,
  ): Promise<CapacityWritten | null> {
    if (this.bench.isStopping) {
      return null;
    }
    this.bench.begin({ kind: "capacity", part });
    const counts = await write();
    const nothingRead = { aroundCache: null, deviceReadBytes: null, extents: [] };
    const noneBad = { badBlocks: 0, damagedBlocks: 0, unreadableBlocks: 0 };
    if (part === "fill") {
      this.oldFiles = await this.old.compare();
    }
    await this.report(part, { ...counts, ...nothingRead, ...noneBad });
    return counts;
  }

  private async read(
    part: CapacityPart,
    range: { readonly fromBytes: number; readonly bytes: number },
  ): Promise<void> {
    const { bench, session } = this;
    if (bench.isStopping) {
      return;
    }
    bench.begin({ kind: "capacity", part });
    const before = await bench.evidence.bytesRead();
    const counts = await session.read(range);
    const deviceReadBytes = await bench.evidence.bytesReadSince(before);
    if (part === "reread") {
      this.oldFiles = await this.old.compare();
    }
    await this.report(part, { ...counts, deviceReadBytes });
  }

  private async report(part: CapacityPart, { fault, ...counts }: Counted): Promise<void> {
    const { bench, room, oldFiles } = this;
    bench.emit({ type: "capacity", part, ...room, oldFiles, counts });
    await bench.failOn(fault);
  }
}

type Room = Pick<EventOf<"capacity">, "freeBytes" | "totalBytes" | "usedBytes" | "targetBytes">;

type Counted = Omit<CapacityRead, "aroundCache"> &
  Pick<CapacityCounts, "aroundCache" | "deviceReadBytes">;
