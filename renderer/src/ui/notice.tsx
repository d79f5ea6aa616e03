import type { ReactNode } from "react";
import type { DriveError } from "#contract/drive-error";
import { formatList } from "#text/format";
import { messageOf } from "#text/refusals";
import { systemAnswerText } from "#text/screens/frame";
import { type Severity, SeveritySymbol } from "./symbols";

interface NoticeProps {
  readonly severity: Severity;
  readonly title?: string;
  readonly children: ReactNode;
  /** `alert` interrupts a screen reader, `status` waits for a pause. */
  readonly role?: "alert" | "status";
  /** The notice is the whole page, so its title is the page's heading. */
  readonly isPage?: boolean;
}

export function Notice({ severity, title, children, role, isPage = false }: NoticeProps) {
  const Title = isPage ? "h1" : "p";
  return (
    <div className={`notice tone-${severity}`} role={role}>
      <SeveritySymbol severity={severity} />
      <div className="notice-body">
        {title === undefined ? null : <Title className="notice-title">{title}</Title>}
        {children}
      </div>
    </div>
  );
}

/** A failed call: main's message, and the system's error in small type; nothing without an error. */
export function ErrorNotice({
  error,
  children,
  ...notice
}: Pick<NoticeProps, "title" | "isPage"> & { error: DriveError | null; children?: ReactNode }) {
  return error === null ? null : (
    <Notice severity="bad" role="alert" {...notice}>
      <p>{messageOf(error)}</p>
      <SystemAnswer error={error} />
      {children}
    </Notice>
  );
}

/** For engineers: system call, error number and offset; nothing for an error without these. */
export function SystemAnswer({ error }: { error: DriveError }) {
  const parts = [
    error.syscall,
    error.osCode === null ? null : systemAnswerText.code({ code: String(error.osCode) }),
    error.offset === null ? null : systemAnswerText.offset({ offset: String(error.offset) }),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : (
    <p className="small quiet mono">{systemAnswerText.answer({ parts: formatList(parts) })}</p>
  );
}
