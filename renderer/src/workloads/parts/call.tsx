import { Fragment, type ReactNode } from "react";
import { measured } from "../../../../electron/text/measured";

/** A system call as the engine named it. */
export function Call({ children }: { children: ReactNode }) {
  return <span className="mono">{children ?? measured.callNotReached()}</span>;
}

/** One or several system calls. */
export function Calls({ calls }: { calls: readonly string[] }) {
  return calls.length === 0 ? (
    <Call>{undefined}</Call>
  ) : (
    calls.map((call, index) => (
      <Fragment key={call}>
        {index === 0 ? null : " or "}
        <Call>{call}</Call>
      </Fragment>
    ))
  );
}
