import type { LiveState } from "../../../../electron/contract/live-state";
import { modeLabel } from "../../../../electron/text/flush-modes";
import type { LiveProps } from "../home";
import { LowerSteps, speedOf } from "../parts/lower-steps";
import { ChunkedChart, ratioWords } from "./chart";
import { HiddenChunkedTable } from "./report";
import { liveChunkedRows, publishedChunks } from "./rows";
import { title } from "./words";

export function fileBytes({ plan }: LiveState): number {
  return plan.workloads["chunked-writes"].totalBytes;
}

export function LiveChart({ live, os }: LiveProps) {
  const plan = live.plan.workloads["chunked-writes"];
  const rows = liveChunkedRows(live, os);
  return (
    <>
      <ChunkedChart
        title={title(live.plan)}
        published={publishedChunks(plan, os)}
        {...{ plan, rows }}
      />
      <HiddenChunkedTable caption={`${title(live.plan)}, so far`} rows={rows} />
    </>
  );
}

const readings = [
  "The same file is written in every way of saving the system has. How far the bars differ is what a confirmation costs.",
];

export function Lower({ live, os }: LiveProps) {
  const last = live.lastStep?.kind === "chunked-mode" ? live.lastStep : null;
  const result = live.chunked?.modes.find(({ mode }) => mode === last?.mode) ?? null;
  const { totalBytes } = live.plan.workloads["chunked-writes"];
  return (
    <LowerSteps
      {...{ live, readings }}
      lastStep={last && modeLabel(last.mode, os)}
      figures={[
        { name: "Speed", value: speedOf(totalBytes, result?.elapsedNs ?? null) },
        { name: "Against the quickest", value: ratioWords(result?.ratioToFastest ?? null) },
      ]}
    />
  );
}
