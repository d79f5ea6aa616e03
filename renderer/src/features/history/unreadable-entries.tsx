import { DialogTrigger } from "react-aria-components";
import type { UnreadableEntry } from "../../../../electron/contract/history";
import { ActionButton } from "../../ui/action-button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { Notice } from "../../ui/notice";
import { fileProblemWords } from "./file-problem";

/** More would only make the page long; the folder itself shows them all. */
const mostShown = 50;

interface UnreadableEntriesProps {
  readonly entries: readonly UnreadableEntry[];
  readonly onShow: (name: string) => void;
  readonly onRemove: (name: string) => void;
}

/** Said above the reports, so that it is seen however many there are. */
export function UnreadableNotice({ count }: { count: number }) {
  return count === 0 ? null : (
    <Notice severity="info" title={countWords(count)}>
      <p>
        {count === 1
          ? "It was left as it is and stands at the end of this page. If it was a report, that report is missing in the list. You can go on inspecting drives."
          : "They were left as they are and stand at the end of this page. If one of them was a report, it is missing in the list. You can go on inspecting drives."}
      </p>
    </Notice>
  );
}

/** What lies among the reports and is none, and how to be rid of it. */
export function UnreadableEntries({ entries, onShow, onRemove }: UnreadableEntriesProps) {
  if (entries.length === 0) {
    return null;
  }
  const shown = entries.slice(0, mostShown);
  return (
    <section className="stack" aria-labelledby="unreadable-entries">
      <h2 id="unreadable-entries">Could not be read</h2>
      <ul className="history">
        {shown.map((entry) => (
          <UnreadableRow
            key={entry.name}
            entry={entry}
            onShow={() => onShow(entry.name)}
            onRemove={() => onRemove(entry.name)}
          />
        ))}
      </ul>
      {shown.length < entries.length ? (
        <p className="quiet">{`${entries.length - shown.length} more are in the same folder.`}</p>
      ) : null}
    </section>
  );
}

interface UnreadableRowProps {
  readonly entry: UnreadableEntry;
  readonly onShow: () => void;
  readonly onRemove: () => void;
}

function UnreadableRow({ entry, onShow, onRemove }: UnreadableRowProps) {
  const { name, path, removable } = entry;
  return (
    <li className="card history-row">
      <div className="history-words">
        <p>{fileProblemWords(entry)}</p>
        <p className="small quiet mono history-path">{path}</p>
        {removable ? null : (
          <p className="small quiet">
            DriveProof does not remove it. If you do not need it, delete it yourself: “Show in
            folder” opens the place.
          </p>
        )}
      </div>
      <div className="row-of-buttons">
        <ActionButton onPress={onShow} aria-label={`Show ${name} in its folder`}>
          Show in folder
        </ActionButton>
        {removable ? (
          <DialogTrigger>
            <ActionButton look="plain" aria-label={`Remove ${name}`}>
              Remove…
            </ActionButton>
            <ConfirmDialog
              title="Remove this file?"
              keep="Keep it"
              confirm="Remove"
              onConfirm={onRemove}
            >
              <p>
                The file is deleted and cannot be brought back. If it was a report, it may be
                possible to rescue a part of it: make a copy of the file first.
              </p>
            </ConfirmDialog>
          </DialogTrigger>
        ) : null}
      </div>
    </li>
  );
}

function countWords(count: number): string {
  return count === 1
    ? "1 entry among your reports could not be read"
    : `${count} entries among your reports could not be read`;
}
