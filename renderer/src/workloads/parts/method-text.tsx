import { Fragment } from "react";
import { measured } from "../../../../electron/text/measured";
import type { Rich } from "../../../../electron/text/messages";
import { RichText } from "../../ui/rich-text";

interface MethodTextProps {
  /** One after the other; `null` is left out. */
  readonly sentences: readonly (Rich<"call"> | null)[];
}

/** How something was measured, with its system calls set apart. */
export function MethodText({ sentences }: MethodTextProps) {
  return sentences
    .filter((sentence) => sentence !== null)
    .map((sentence, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the sentences keep their order.
      <Fragment key={index}>
        {index === 0 ? null : " "}
        <RichText text={sentence} tags={{ call: (call) => <span className="mono">{call}</span> }} />
      </Fragment>
    ));
}

/** A call as the engine named it, for a message. */
export function callOf(systemCall: string | undefined): string {
  return systemCall ?? measured.callNotReached();
}
