import { useId } from "react";
import { isPulledOut } from "#analysis/facts/thing";
import { headlineOf } from "#analysis/power-cut/headline";
import type { OperatingSystem } from "#contract/flush-mode";
import type { PowerCutGuide } from "#contract/power-cut/state";
import type { PowerCutTest } from "#contract/power-cut/test";
import { testTable } from "#tables/power-cut";
import { resultText, setupText } from "#text/screens/power-cut";
import { tell } from "#text/statements";
import { type Action, useAction } from "../../api/use-action";
import { OutcomeTable } from "../../document/outcome-table";
import { CutSentences } from "../../document/power-cut-section";
import { Notice } from "../../ui/notice";
import type { Severity } from "../../ui/symbols";
import { discardTest, GuidePage } from "./guide-page";

interface ResultPageProps {
  readonly guide: PowerCutGuide;
  readonly result: PowerCutTest;
  readonly os: OperatingSystem;
  /** The action that read the files back; its error explains why the report was not stored. */
  readonly reading: Action;
  readonly onDone: () => void;
  readonly onReport: (runId: string) => void;
}

/**
 * No title praises the drive: one cut proves little, and may have hit another mode than the
 * ordinary save.
 */
function answerOf({ outcome, cut }: PowerCutTest): { severity: Severity; title: string } {
  switch (outcome) {
    case "kept":
      return {
        severity: "info",
        title: cut.evidence === "system" ? resultText.kept() : resultText.keptByYourWord(),
      };
    case "lost":
      return { severity: "bad", title: resultText.lost() };
    case "not-proven":
      return { severity: "info", title: resultText.notProven() };
  }
}

export function ResultPage(props: ResultPageProps) {
  const { guide, result, os, reading, onDone, onReport } = props;
  const action = useAction();
  const answer = useId();
  const isPulled = isPulledOut({ volume: guide }) && result.cut.computerRestarted !== true;
  const title = isPulled ? setupText.unplugTitle : setupText.title;
  return (
    <GuidePage
      title={title({ drive: guide.subject })}
      hint={resultText.hint({ folder: guide.folder })}
      error={action.error ?? reading.error}
      describedBy={answer}
      actions={[
        {
          words: resultText.openReport(),
          isBusy: action.busy,
          onPress: () => onReport(result.testId),
        },
        {
          words: resultText.removeAndClose(),
          look: "primary",
          isBusy: action.busy,
          onPress: () => discardTest(action, onDone),
        },
      ]}
    >
      <div id={answer}>
        <Notice {...answerOf(result)}>
          <p>{tell(headlineOf(result, isPulled))}</p>
        </Notice>
      </div>
      <CutSentences test={result} modes={result.modes} className="power-cut-list rows" />
      <OutcomeTable table={testTable(result.modes, os)} />
    </GuidePage>
  );
}
