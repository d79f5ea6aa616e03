import { useState } from "react";
import { frameText } from "#text/screens/frame";
import { ActionButton } from "./action-button";
import { Notice } from "./notice";

/** Reports that main had to reopen this page, until the person dismisses it. */
export function ReopenedNotice() {
  const [isShown, setShown] = useState(() => window.location.search === "?reopened");
  if (!isShown) {
    return null;
  }
  const hide = () => {
    window.history.replaceState(null, "", window.location.pathname);
    setShown(false);
  };
  return (
    <div className="above-page">
      <Notice severity="info" role="status" title={frameText.reopened()}>
        <p>{frameText.reopenedDetail({ earlierInspections: frameText.earlierInspections() })}</p>
        <ActionButton look="plain" onPress={hide}>
          {frameText.hideMessage()}
        </ActionButton>
      </Notice>
    </div>
  );
}
