import type { LiveState } from "#contract/live-state";
import { chunkedTable } from "#tables/workloads/chunked-writes";
import { modeLabel } from "#text/flush-modes";
import { tableText } from "#text/tables";
import { againstQuickest, chunkedWritesScreen, title } from "#text/workloads/chunked-writes";
import type { LiveProps } from "../home";
import { SoFar } from "../parts/hidden-table";
import { LowerSteps, speedOf } from "../parts/lower-steps";
import { ChunkedChart } from "./chart";
import { liveChunkedRows, publishedChunks } from "./rows";

export function fileBytes({ plan }: LiveState): number {
  return plan.workloads["chunked-writes"].totalBytes;
}

export function LiveChart({ live, os }: LiveProps) {
  const plan = live.plan.workloads["chunked-writes"];
  const rows = liveChunkedRows(live, os);
  const published = publishedChunks(plan, os);
  return (
    <>
      <ChunkedChart title={title(live.plan)} {...{ plan, rows, published }} />
      <SoFar title={title(live.plan)} table={chunkedTable(rows, title(live.plan), published)} />
    </>
  );
}

export function Lower({ live, os }: LiveProps) {
  const last = live.lastStep?.kind === "chunked-mode" ? live.lastStep : null;
  const result = live.chunked?.modes.find(({ mode }) => mode === last?.mode) ?? null;
  const { totalBytes } = live.plan.workloads["chunked-writes"];
  return (
    <LowerSteps
      live={live}
      readings={[chunkedWritesScreen.howToRead()]}
      lastStep={last && modeLabel(last.mode, os)}
      figures={[
        { name: tableText.speed(), value: speedOf(totalBytes, result?.elapsedNs ?? null) },
        {
          name: chunkedWritesScreen.againstQuickest(),
          value: againstQuickest(result?.ratioToFastest ?? null),
        },
      ]}
    />
  );
}
