import type { LiveState } from "../../../../electron/contract/live-state";
import { modeLabel } from "../../../../electron/text/flush-modes";
import { measured } from "../../../../electron/text/measured";
import { tableText } from "../../../../electron/text/tables";
import {
  againstQuickest,
  chunkedWritesScreen,
  title,
} from "../../../../electron/text/workloads/chunked-writes";
import type { LiveProps } from "../home";
import { LowerSteps, speedOf } from "../parts/lower-steps";
import { ChunkedChart } from "./chart";
import { HiddenChunkedTable } from "./report";
import { liveChunkedRows, publishedChunks } from "./rows";

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
      <HiddenChunkedTable caption={measured.soFar({ title: title(live.plan) })} rows={rows} />
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
        {
          name: tableText.speed(),
          value: speedOf(totalBytes, result?.elapsedNs ?? null),
        },
        {
          name: chunkedWritesScreen.againstQuickest(),
          value: againstQuickest(result?.ratioToFastest ?? null),
        },
      ]}
    />
  );
}
