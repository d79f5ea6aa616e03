import { Fragment } from "react";
import type { Rich } from "../../../../electron/text/messages";
import { RichText } from "../../ui/rich-text";
import { Call } from "./call";

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
        <RichText text={sentence} tags={{ call: (call) => <Call>{call}</Call> }} />
      </Fragment>
    ));
}
