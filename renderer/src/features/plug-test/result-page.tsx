import { formatCount } from "../../../../electron/analysis/format";
import { headlineOf, plugTestWords } from "../../../../electron/analysis/power-cut/words";
import type { OperatingSystem } from "../../../../electron/contract/flush-mode";
import type { PlugGuide } from "../../../../electron/contract/plug-guide";
import type { PlugModeResult, PlugTest } from "../../../../electron/contract/power-cut";
import { ActionButton } from "../../ui/action-button";
import { Notice } from "../../ui/notice";
import type { Severity } from "../../ui/severity";
import { guaranteeWords, modeLabel } from "../../words";
import { GuidePage } from "./guide-page";
import { useAction } from "./use-action";

interface ResultPageProps {
  readonly guide: PlugGuide;
  readonly result: PlugTest;
  readonly os: OperatingSystem;
  readonly onDone: () => void;
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

export function ResultPage({ guide, result, os, onDone }: ResultPageProps) {
  const action = useAction();
  const [, ...sentences] = plugTestWords(result);
  return (
    <GuidePage
      title={`The plug test of ${guide.subject}`}
      hint={`Removing takes away the folder ${guide.folder} and nothing else.`}
      error={action.error}
      actions={
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
      }
    >
      <Notice severity={tones[result.outcome]} title={answers[result.outcome]}>
        <p>{headlineOf(result)}</p>
      </Notice>
      <ul className="plug-list">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Figures modes={result.modes} os={os} />
    </GuidePage>
  );
}

/** The counts behind the sentences, for the engineer over the shoulder. */
function Figures({ modes, os }: { modes: readonly PlugModeResult[]; os: OperatingSystem }) {
  return (
    // It can be wider than a narrow window: then it scrolls by itself, also by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <section className="plug-table" aria-label="Figures" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Way of saving</th>
            <th scope="col">Promise</th>
            <th scope="col">Confirmed</th>
            <th scope="col">Must be there</th>
            <th scope="col">Survived</th>
            <th scope="col">Failed</th>
          </tr>
        </thead>
        <tbody>
          {modes.map(({ mode, systemCall, guarantee, counts, failed, verdict }) => (
            <tr key={mode}>
              <th scope="row">
                {modeLabel(mode, os)}
                <span className="mono small quiet">{systemCall}</span>
              </th>
              <td>{guaranteeWords[guarantee]}</td>
              {verdict === "unavailable" ? (
                <td colSpan={4}>not available here</td>
              ) : (
                <>
                  <td className="figure">{formatCount(counts.acknowledged)}</td>
                  <td className="figure">{formatCount(counts.survived + failed)}</td>
                  <td className="figure">{formatCount(counts.survived)}</td>
                  <td className="figure">{formatCount(failed)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
