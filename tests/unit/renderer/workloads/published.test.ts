import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { formatBlockBytes } from "#text/format";
import { publishedBuffers } from "../../../../renderer/src/workloads/buffer-sweep/chart";
import { publishedChunks } from "../../../../renderer/src/workloads/chunked-writes/rows";
import { publishedCommits } from "../../../../renderer/src/workloads/commits/panels";
import { publishedIntervals } from "../../../../renderer/src/workloads/sync-interval/ladders";

const thorough = planFor("thorough", "linux");
const quick = planFor("quick", "linux");
const atTheEnd = { strategy: "end", intervalBytes: null } as const;

describe("the published figures", () => {
  it("are not scaled if the inspection writes as many bytes as the published measurement did", () => {
    const published = publishedIntervals(thorough.workloads["sync-interval"]);
    expect(published?.name).not.toContain("scaled");
    expect(published?.elapsedNs(atTheEnd)).toBe(663_500_000);
  });

  it("are scaled if the inspection writes fewer bytes than the published measurement did, and their name states the scaling", () => {
    const published = publishedIntervals(quick.workloads["sync-interval"]);
    const share =
      quick.workloads["sync-interval"].totalBytes / thorough.workloads["sync-interval"].totalBytes;
    expect(published?.name).toContain(
      `scaled from 1\u00a0GiB to ${formatBlockBytes(quick.workloads["sync-interval"].totalBytes)}`,
    );
    expect(published?.elapsedNs(atTheEnd)).toBe(663_500_000 * share);
  });

  it("do not appear if the inspection writes blocks or chunks of another size than the published measurement did", () => {
    expect(publishedIntervals({ ...quick.workloads["sync-interval"], blockBytes: 512 })).toBeNull();
    expect(
      publishedChunks({ ...quick.workloads["chunked-writes"], chunkBytes: 4096 }, "macos"),
    ).toBeNull();
  });

  it("of chunked writes on a Mac appear on macOS only", () => {
    expect(publishedChunks(thorough.workloads["chunked-writes"], "macos")?.times).toContainEqual({
      mode: "fsync",
      elapsedNs: 302_000_000,
    });
    expect(publishedChunks(thorough.workloads["chunked-writes"], "linux")).toBeNull();
    expect(publishedChunks(thorough.workloads["chunked-writes"], "windows")).toBeNull();
  });

  it("contain speeds for exactly two write sizes, 512 B and 512 KiB", () => {
    expect(publishedBuffers(quick.workloads["buffer-sweep"].bufferBytes)?.points).toEqual([
      { bufferBytes: 512, bytesPerSecond: 250_000_000 },
      { bufferBytes: 524_288, bytesPerSecond: 2_000_000_000 },
    ]);
  });

  it("contain durable and relaxed rates of libmdbx for four batch sizes", () => {
    const published = publishedCommits();
    expect(published?.engine).toBe("mdbx");
    expect(published?.batches).toHaveLength(4);
    expect(published?.batches[0]).toEqual({
      recordsPerTransaction: 10,
      durable: 14_577,
      relaxed: 16_666,
    });
  });
});
