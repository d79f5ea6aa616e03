import { headlineOf } from "../../../../electron/analysis/power-cut/headline";
import {
  cutWords,
  modeSentences,
  outcomeWords,
} from "../../../../electron/analysis/power-cut/words";
import type { OperatingSystem } from "../../../../electron/contract/flush-mode";
import type { PlugGuide } from "../../../../electron/contract/plug-guide";
import type { PlugTest } from "../../../../electron/contract/power-cut-result";
import { ActionButton } from "../../ui/action-button";
import { Notice } from "../../ui/notice";
import type { Severity } from "../../ui/severity";
import { OutcomeTable, outcomesOf } from "../power-cut/outcome-table";
import { GuidePage } from "./guide-page";
import { type Action, useAction } from "./use-action";

interface ResultPageProps {
  readonly guide: PlugGuide;
  readonly result: PlugTest;
  readonly os: OperatingSystem;
  /** Its error says why the report could not be kept. */
  readonly reading: Action;
  readonly onDone: () => void;
  readonly onReport: (runId: string) => void;
}

const tones: Readonly<Record<PlugTest["outcome"], Severity>> = {
  kept: "good",
  lost: "bad",
  "not-proven": "info",
};

const answers: Readonly<Record<PlugTest["outcome"], string>> = {
  kept: "“Saved” meant saved",
  lost: "Confirmed saves were lost",
  "not-proven": "Not proven",
};

export function ResultPage(props: ResultPageProps) {
  const { guide, result, os, reading, onDone, onReport } = props;
  const action = useAction();
  return (
    <GuidePage
      title={`The plug test of ${guide.subject}`}
      hint={`Removing takes away the folder ${guide.folder} and nothing else.`}
      error={action.error ?? reading.error}
      actions={
        <>
          <ActionButton isDisabled={action.busy} onPress={() => onReport(result.testId)}>
            Open the report
          </ActionButton>
          <ActionButton
            look="primary"
            isDisabled={action.busy}
            onPress={async () => {
              if (await action.run("discardPlugTest")) {
                onDone();
              }
            }}
          >
            Remove the test and close
          </ActionButton>
        </>
      }
    >
      <Notice severity={tones[result.outcome]} title={answers[result.outcome]}>
        <p>{headlineOf(result)}</p>
      </Notice>
      <p>{outcomeWords(result)}</p>
      <p>{cutWords(result)}</p>
      <ul className="plug-list">
        {modeSentences(result).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <OutcomeTable
        caption="What became of the confirmed saves"
        outcomes={outcomesOf(result.modes)}
        os={os}
      />
    </GuidePage>
  );
}
