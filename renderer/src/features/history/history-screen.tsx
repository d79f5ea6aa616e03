import { useId, useRef } from "react";
import { groupByDrive } from "#analysis/history-groups";
import type { HistoryEntry, HistoryListing } from "#contract/history";
import { formatDateTime } from "#text/dates";
import { historyText, unreadableText } from "#text/history";
import { frameText } from "#text/screens/frame";
import { useAction } from "../../api/use-action";
import { useCall } from "../../api/use-call";
import { GlanceHeadline } from "../../document/glance-head";
import { ActionButton } from "../../ui/action-button";
import { ConfirmButton } from "../../ui/confirm-button";
import { SignSymbol } from "../../ui/mark";
import { ErrorNotice, Notice } from "../../ui/notice";
import { ScreenTitle } from "../../ui/screen";
import { folderProblemWords } from "./file-problem";
import { UnreadableEntries } from "./unreadable-entries";

interface HistoryScreenProps {
  readonly onOpen: (runId: string) => void;
  readonly onDrive: () => void;
}

export function HistoryScreen({ onOpen, onDrive }: HistoryScreenProps) {
  const [entries, reload] = useCall("listHistory");
  const deleting = useAction();
  const handling = useAction();
  const list = useRef<HTMLUListElement>(null);

  async function remove(runId: string) {
    if (await deleting.run("deleteReport", runId)) {
      reload();
      // Moves the focus to the list, because the focused button was removed.
      list.current?.focus();
    }
  }

  async function handleUnreadable(name: string, action: "removeUnreadable" | "showUnreadable") {
    await handling.run(action, name);
    reload();
  }

  const {
    entries: reports,
    unreadable,
    problem,
  } = entries.status === "ready" ? entries.value : nothing;
  return (
    <div className="page rows wide">
      <ScreenTitle windowTitle={frameText.earlierInspections()}>
        {frameText.earlierInspections()}
      </ScreenTitle>
      <ErrorNotice error={deleting.error} title={historyText.notDeleted()} />
      {entries.status === "loading" ? <p className="quiet">{historyText.opening()}</p> : null}
      {entries.status === "failed" ? (
        <ErrorNotice error={entries.error} title={historyText.notRead()}>
          <p className="row-of-buttons">
            <ActionButton onPress={reload}>{frameText.tryAgain()}</ActionButton>
          </p>
        </ErrorNotice>
      ) : null}
      {problem === null ? null : (
        <Notice severity="caution" title={historyText.notAllRead()}>
          <p>{folderProblemWords(problem)}</p>
        </Notice>
      )}
      {unreadable.length === 0 ? null : (
        <Notice severity="info" title={unreadableText.notice({ count: unreadable.length })}>
          <p>{unreadableText.noticeDetail({ count: unreadable.length })}</p>
        </Notice>
      )}
      {entries.status === "ready" && reports.length === 0 && problem === null ? (
        <div className="card history-empty rows wide">
          <p>{unreadable.length === 0 ? historyText.none() : historyText.noneToOpen()}</p>
          <ActionButton look="primary" onPress={onDrive}>
            {frameText.chooseDrive()}
          </ActionButton>
        </div>
      ) : null}
      {reports.length > 0 ? (
        <ul
          className="rows widest"
          ref={list}
          tabIndex={-1}
          aria-label={frameText.earlierInspections()}
        >
          {groupByDrive(reports).map(({ key, ...group }) => (
            <DriveGroup key={key} {...group} onOpen={onOpen} onDelete={remove} />
          ))}
        </ul>
      ) : null}
      <ErrorNotice error={handling.error} />
      <UnreadableEntries
        entries={unreadable}
        onShow={(name) => void handleUnreadable(name, "showUnreadable")}
        onRemove={(name) => void handleUnreadable(name, "removeUnreadable")}
      />
    </div>
  );
}

const nothing: HistoryListing = { entries: [], unreadable: [], problem: null };

interface DriveGroupProps {
  readonly serial: string | null;
  readonly entries: readonly HistoryEntry[];
  readonly onOpen: (runId: string) => void;
  readonly onDelete: (runId: string) => void;
}

function DriveGroup({ serial, entries, onOpen, onDelete }: DriveGroupProps) {
  const [latest] = entries;
  const heading = useId();
  if (latest === undefined) {
    return null;
  }
  const { model, volumeName } = latest;
  return (
    <li className="rows loose">
      <div className="history-drive-head base-line">
        <h2 id={heading}>{model ?? volumeName}</h2>
        {serial === null ? null : (
          <span className="small quiet">{historyText.serial({ serial })}</span>
        )}
        <span className="small quiet">{historyText.reports({ count: entries.length })}</span>
      </div>
      <ul className="rows loose" aria-labelledby={heading}>
        {entries.map((entry) => (
          <HistoryRow
            key={entry.runId}
            entry={entry}
            onOpen={() => onOpen(entry.runId)}
            onDelete={() => onDelete(entry.runId)}
          />
        ))}
      </ul>
    </li>
  );
}

interface HistoryRowProps {
  readonly entry: HistoryEntry;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

function HistoryRow({ entry, onOpen, onDelete }: HistoryRowProps) {
  const { kind, volumeName, mark, partial } = entry;
  const finished = formatDateTime(entry.finishedAt);
  const named = { volume: volumeName, finished };
  return (
    <li className={`card history-row sign-${mark}`}>
      <SignSymbol sign={mark} rem={1.75} />
      <div className="history-words">
        <h3 className="history-headline">
          <GlanceHeadline {...entry} />
        </h3>
        <div className="line small quiet">
          <span>{finished}</span>
          <span>{volumeName}</span>
          {kind === "plug-test" ? <span className="tag">{frameText.powerCutTest()}</span> : null}
          {partial && mark !== "early" ? (
            <span className="tag">{historyText.partial()}</span>
          ) : null}
        </div>
      </div>
      <div className="row-of-buttons">
        <ActionButton onPress={onOpen} aria-label={historyText.openNamed(named)}>
          {historyText.open()}
        </ActionButton>
        <ConfirmButton
          words={historyText.delete()}
          named={historyText.deleteNamed(named)}
          title={historyText.deleteTitle()}
          keep={historyText.keep()}
          confirm={historyText.deleteConfirm()}
          onConfirm={onDelete}
        >
          <p>{historyText.deleteDetail(named)}</p>
        </ConfirmButton>
      </div>
    </li>
  );
}
