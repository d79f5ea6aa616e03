import { useState } from "react";
import { ActionButton } from "./action-button";
import { Notice } from "./notice";

/** Says that main had to open this page again, until the person has read it. */
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
      <Notice severity="info" role="status" title="This window was opened again">
        <p>
          It had stopped working. A running inspection went on without it. If the inspection has
          ended since, its report is under “Earlier inspections”.
        </p>
        <ActionButton look="plain" onPress={hide}>
          Hide this message
        </ActionButton>
      </Notice>
    </div>
  );
}
