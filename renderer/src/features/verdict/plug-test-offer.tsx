import { factsOf } from "../../../../electron/analysis/verdict/facts";
import { plugTestAdvised } from "../../../../electron/analysis/verdict/power-cut";
import type { Report } from "../../../../electron/contract/report";
import { ActionButton } from "../../ui/action-button";
import { Notice } from "../../ui/notice";

/** Where the evidence leaves the drive's honesty open: the test that settles it. */
export function PlugTestOffer({ report, onStart }: { report: Report; onStart: () => void }) {
  return plugTestAdvised(factsOf(report)) ? (
    <Notice severity="info" title="Whether this drive tells the truth is open">
      <p>
        Only a power cut shows whether it keeps what it has confirmed. The plug test leads you
        through one, step by step.
      </p>
      <p className="row-of-buttons plug-offer">
        <ActionButton onPress={onStart}>Run the plug test</ActionButton>
      </p>
    </Notice>
  ) : null;
}
