import type { UnreadableEntry } from "#contract/history";
import { shownPath, shownText } from "#contract/shown-text";
import { historyText, unreadableText } from "#text/history";
import { ActionButton } from "../../ui/action-button";
import { ConfirmButton } from "../../ui/confirm-button";
import { fileProblemWords } from "./file-problem";

/** More entries would make the page too long; the folder itself shows them all. */
const mostShown = 50;

interface UnreadableEntriesProps {
  readonly entries: readonly UnreadableEntry[];
  readonly onShow: (name: string) => void;
  readonly onRemove: (name: string) => void;
}

/** Entries of the folder that are no readable reports, and how to remove them. */
export function UnreadableEntries({ entries, onShow, onRemove }: UnreadableEntriesProps) {
  if (entries.length === 0) {
    return null;
  }
  const shown = entries.slice(0, mostShown);
  return (
    <section className="rows wide" aria-labelledby="unreadable-entries">
      <h2 id="unreadable-entries">{unreadableText.title()}</h2>
      <ul className="rows loose">
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
        <p className="quiet">{unreadableText.more({ count: entries.length - shown.length })}</p>
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
  const { removable } = entry;
  const [name, path] = [shownText(entry.name), shownPath(entry.path)];
  return (
    <li className="card history-row">
      <div className="history-words">
        <p>{fileProblemWords(entry)}</p>
        <p className="small quiet mono history-path">{path}</p>
        {removable ? null : (
          <p className="small quiet">{unreadableText.staysHere({ show: unreadableText.show() })}</p>
        )}
      </div>
      <div className="row-of-buttons">
        <ActionButton onPress={onShow} aria-label={unreadableText.showNamed({ name })}>
          {unreadableText.show()}
        </ActionButton>
        {removable ? (
          <ConfirmButton
            words={unreadableText.remove()}
            named={unreadableText.removeNamed({ name })}
            title={unreadableText.removeTitle()}
            keep={historyText.keep()}
            confirm={unreadableText.removeConfirm()}
            onConfirm={onRemove}
          >
            <p>{unreadableText.removeDetail()}</p>
          </ConfirmButton>
        ) : null}
      </div>
    </li>
  );
}
