import { formatRate } from "../../../../electron/text/format";
import type { LiveProps } from "../home";
import { LowerSteps } from "../parts/lower-steps";
import { CommitsChart } from "./chart";
import { liveCommitPanels, publishedCommits } from "./panels";
import { HiddenCommitsTable } from "./report";
import { batchLabel, title, variantLabel } from "./words";

export function LiveChart({ live, os }: LiveProps) {
  const panels = liveCommitPanels(live, os, publishedCommits);
  return (
    <>
      <CommitsChart
        title={title()}
        panels={panels}
        publishedName={publishedCommits?.name ?? null}
      />
      <HiddenCommitsTable caption={`${title()}, so far`} panels={panels} />
    </>
  );
}

const readings = [
  "Real databases save the same records twice: once so that every batch is confirmed before the next, once without waiting. The gap between the two bars is what waiting costs.",
  "With more records in a batch there is less to wait for.",
];

export function Lower({ live }: LiveProps) {
  const last = live.lastStep?.kind === "commit-run" ? live.lastStep : null;
  const result = live.commits?.find(
    (done) =>
      done.engine === last?.engine &&
      done.variant === last.variant &&
      done.recordsPerTransaction === last.recordsPerTransaction,
  );
  const rate = (side: "durable" | "relaxed") =>
    result?.[side] == null ? null : `${formatRate(result[side].operationsPerSecond)}\u00a0/s`;
  return (
    <LowerSteps
      {...{ live, readings }}
      lastStep={
        last === null
          ? null
          : `${variantLabel(last.engine, last.variant)}, ${batchLabel(last.recordsPerTransaction)}`
      }
      figures={[
        { name: "Records, confirmed", value: rate("durable") },
        { name: "Records, not waited for", value: rate("relaxed") },
      ]}
    />
  );
}
