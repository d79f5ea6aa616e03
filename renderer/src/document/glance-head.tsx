import type { Glance } from "#analysis/verdict/glance/glance";
import { tell } from "#text/statements";
import { BigMark, CutRing, TickRing } from "../ui/mark";

export function GlanceMark({ glance: { mark, ring } }: { readonly glance: Glance }) {
  return (
    <BigMark
      mark={mark}
      ring={ring.of === "cuts" ? <CutRing cuts={ring.cuts} /> : <TickRing isWhole={ring.isWhole} />}
    />
  );
}

export function GlanceHeadline({ word, sentence }: Pick<Glance, "word" | "sentence">) {
  return (
    <>
      <span className="glance-word">{tell(word)}</span> {tell(sentence)}
    </>
  );
}

export function GlanceLines({ glance: { todo, caveat } }: { readonly glance: Glance }) {
  return (
    <>
      {todo === null ? null : <p className="glance-todo">{tell(todo)}</p>}
      {caveat === null ? null : <p className="glance-caveat">{tell(caveat)}</p>}
    </>
  );
}
