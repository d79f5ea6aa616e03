import type { CommitDurability } from "#contract/workloads/commits";
import { formatRate } from "#text/format";
import { batchLabel, commitsScreen, title } from "#text/workloads/commits";
import type { LiveProps } from "../home";
import { SoFar } from "../parts/hidden-table";
import { known, LowerSteps } from "../parts/lower-steps";
import { CommitsChart } from "./chart";
import { liveCommitPanels, publishedCommits } from "./panels";
import { panelsTable } from "./report";

export function LiveChart({ live, os }: LiveProps) {
  const published = publishedCommits();
  const panels = liveCommitPanels(live, os, published);
  return (
    <>
      <CommitsChart panels={panels} publishedName={published?.name ?? null} />
      <SoFar title={title()} table={panelsTable(panels, published)} />
    </>
  );
}

export function Lower({ live }: LiveProps) {
  const last = live.lastStep?.kind === "commit-run" ? live.lastStep : null;
  const result = live.commits?.find(
    (done) =>
      done.engine === last?.engine &&
      done.variant === last.variant &&
      done.recordsPerTransaction === last.recordsPerTransaction,
  );
  const rate = (side: CommitDurability) =>
    known(result?.[side]?.operationsPerSecond, (perSecond) =>
      commitsScreen.perSecond({ rate: formatRate(perSecond) }),
    );
  return (
    <LowerSteps
      live={live}
      readings={[commitsScreen.howToRead(), commitsScreen.largerBatches()]}
      lastStep={last && batchLabel(last)}
      figures={[
        { name: commitsScreen.recordsConfirmed(), value: rate("durable") },
        { name: commitsScreen.recordsNotWaited(), value: rate("relaxed") },
      ]}
    />
  );
}
