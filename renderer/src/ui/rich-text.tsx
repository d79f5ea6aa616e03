import { createElement, Fragment, type ReactNode } from "react";
import type { Rich } from "#text/messages";

interface RichTextProps<Tag extends string> {
  readonly text: Rich<Tag>;
  readonly tags: Readonly<Record<Tag, (inside: ReactNode) => ReactNode>>;
}

/** A message with some words set apart: bold, muted, in small type. */
export function RichText<Tag extends string>({ text, tags }: RichTextProps<Tag>): ReactNode {
  const parts = text.map((part) =>
    typeof part === "string" ? part : tags[part.tag](<RichText text={part.parts} tags={tags} />),
  );
  // Passes the parts as arguments and not as an array, because parts of a sentence have no keys.
  return createElement(Fragment, null, ...parts);
}
