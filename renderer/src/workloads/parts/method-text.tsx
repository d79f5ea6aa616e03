import { measured } from "#text/measured";
import type { Rich } from "#text/messages";
import { RichText } from "../../ui/rich-text";

interface MethodTextProps {
  /** Shown one after the other; `null` is left out. */
  readonly sentences: readonly (Rich<"call"> | null)[];
}

/** How something was measured, with its system calls set apart. */
export function MethodText({ sentences }: MethodTextProps) {
  const text = sentences
    .filter((sentence) => sentence !== null)
    .flatMap((sentence, place) => (place === 0 ? sentence : [" ", ...sentence]));
  return <RichText text={text} tags={{ call: (call) => <span className="mono">{call}</span> }} />;
}

/** A system call as the engine names it, for use in a message. */
export function callOf(systemCall: string | undefined): string {
  return systemCall ?? measured.callNotReached();
}
