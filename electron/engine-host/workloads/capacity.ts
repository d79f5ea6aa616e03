import type { CapacityRead, CapacityWritten, NativeCapacitySession } from "../../../native/index";
import { rereadBytes, targetBytes } from "../../analysis/workloads/capacity/plan";
import { hostError } from "../../contract/drive-error";
import { countOrNull } from "../../contract/measures";
import type { CapacityCounts, CapacityPart } from "../../contract/workloads/capacity";
import { capacityParts } from "../../contract/workloads/capacity";
import { Bench } from "../bench";
import { HostFault, say } from "../fault";

export const stepCount = () => capacityParts.length;

/**
 * Fills the free space, flushes, and reads all of it back in ascending order. A cache that holds the
 * last part would answer for a drive that lost it: the beginning is written anew, as much as any
 * drive's memory takes, and then that last part is read once more.
 *
 * A stop ends it where it is; what was read back until then counts.
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
    if (bytes > 0) {
      bench.emit({ type: "phase", phase: "measuring" });
      await new CapacityRun(bench, session, freeBytes, bytes).carryOut();
    }
  });
}

class CapacityRun {
  constructor(
    private readonly bench: Bench,
    private readonly session: NativeCapacitySession,
    private readonly freeBytes: number,
    private readonly targetBytes: number,
  ) {}

  async carryOut(): Promise<void> {
    const { session, targetBytes: bytes } = this;
    const filled = await this.write("fill", () => session.fill({ bytes }));
    const again = rereadBytes(filled);
    if (filled === 0) {
      return;
    }
    await this.read("read", { fromBytes: 0, bytes: filled });
    await this.write("rewrite", () => session.rewrite({ bytes: again }));
    await this.read("reread", { fromBytes: filled - again, bytes: again });
  }

  /** Returns the bytes written. */
  private async write(part: CapacityPart, write: () => Promise<CapacityWritten>): Promise<number> {
    if (this.bench.isStopping) {
      return 0;
    }
    this.bench.begin({ kind: "capacity", part });
    const counts = await write();
    const nothingRead = { aroundCache: null, deviceReadBytes: null, extents: [] };
    const noneBad = { badBlocks: 0, damagedBlocks: 0, unreadableBlocks: 0 };
    await this.tell(part, { ...counts, ...nothingRead, ...noneBad });
    return counts.bytes;
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
    const after = await bench.evidence.bytesRead();
    const deviceReadBytes =
      before === null || after === null || after < before ? null : after - before;
    await this.tell(part, { ...counts, deviceReadBytes });
  }

  private async tell(
    part: CapacityPart,
    { fault, ...counts }: Told & Pick<CapacityRead, "fault">,
  ): Promise<void> {
    const { bench, freeBytes, targetBytes } = this;
    const told: Told = counts;
    bench.emit({ type: "capacity", part, freeBytes, targetBytes, counts: copied(told) });
    if (fault) {
      throw new HostFault(await bench.errorOf(fault));
    }
  }
}

type Told = Omit<CapacityRead, "fault" | "aroundCache"> &
  Pick<CapacityCounts, "aroundCache" | "deviceReadBytes">;

/** The contract's lists may be changed by their owner. */
function copied({ regions, extents, ...counts }: Told): CapacityCounts {
  return { ...counts, regions: [...regions], extents: [...extents] };
}
