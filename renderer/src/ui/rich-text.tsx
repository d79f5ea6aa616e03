import { createElement, Fragment, type ReactNode } from "react";
import type { Rich } from "#text/messages";

interface RichTextProps<Tag extends string> {
  readonly text: Rich<Tag>;
  /** What each tag of the message becomes. */
  readonly tags: Readonly<Record<Tag, (inside: ReactNode) => ReactNode>>;
}

/** A message some words of which are set apart: bold, quiet, in small type. */
export function RichText<Tag extends string>({ text, tags }: RichTextProps<Tag>): ReactNode {
  const parts = text.map((part) =>
    typeof part === "string" ? part : tags[part.tag](<RichText text={part.parts} tags={tags} />),
  );
  // As arguments and not as an array: parts of a sentence have no keys.
  return createElement(Fragment, null, ...parts);
}
