import { Button, Disclosure, DisclosurePanel } from "react-aria-components";
import type { Line, Sign } from "#analysis/verdict/glance/parts";
import type { SafeCard as Safe } from "#analysis/verdict/glance/safe-card";
import type { Card, CutCell } from "#analysis/verdict/glance/speeds";
import type { Step } from "#analysis/verdict/glance/steps";
import { glanceText, signText } from "#text/screens/verdict";
import { tell } from "#text/statements";
import { SignSymbol } from "../ui/mark";
import { FigurePlace } from "./figure-place";

/** "Is my data safe?" with the evidence for it. */
export function SafeCard({ safe }: { readonly safe: Safe }) {
  const { sign, answer, reason, lines, experts } = safe;
  return (
    <section className="card glance-safe">
      <h2 className="glance-question small quiet">{glanceText.safe()}</h2>
      <p className={`glance-answer sign-${sign}`}>
        <SignSymbol sign={sign} rem={1.625} />
        <span>{tell(answer)}</span>
      </p>
      <p className="glance-reason">{tell(reason)}</p>
      <ul className="glance-rows">
        {lines.map((line) => (
          <li
            // biome-ignore lint/a11y/noRedundantRoles: `display: contents` takes the role away.
            role="listitem"
            key={line.title.code + JSON.stringify(line.title.params)}
            className={`sign-${line.sign}`}
          >
            <SignSymbol
              sign={line.sign}
              rem={1.0625}
              name={line.sign === "dot" ? undefined : signText[line.sign]()}
            />
            <b>{tell(line.title)}</b>
            <span className="quiet">{tell(line.value)}</span>
          </li>
        ))}
      </ul>
      <div className="glance-end">
        <Legend lines={lines} />
        <Disclosure className="glance-experts">
          <Button slot="trigger" className="glance-experts-trigger">
            {glanceText.experts()}
          </Button>
          <DisclosurePanel>
            <p>{experts.map(tell).filter(Boolean).join(" · ")}</p>
          </DisclosurePanel>
        </Disclosure>
      </div>
    </section>
  );
}

/**
 * Explains the symbols that occur in these lines, if any needs it. Screen readers get words in each
 * line.
 */
function Legend({ lines }: { readonly lines: readonly Line[] }) {
  const has = (...signs: Sign[]) => lines.some(({ sign }) => signs.includes(sign));
  const entries: readonly [sign: Sign, isShown: boolean, words: string][] = [
    ["proof", has("good", "proof"), glanceText.measured()],
    ["plain", has("fine"), glanceText.confirmedBySystem()],
    ["open", has("open"), glanceText.notKnown()],
  ];
  return has("good", "proof", "fine") ? (
    <ul className="glance-legend" aria-hidden="true">
      {entries
        .filter(([, isShown]) => isShown)
        .map(([sign, , words]) => (
          <li key={sign} className={`sign-${sign}`}>
            <SignSymbol sign={sign} rem={0.75} />
            {words}
          </li>
        ))}
    </ul>
  ) : null;
}

/** One figure beside the answer: a speed, or a plug test's result. */
export function FigureCard({ card }: { readonly card: Card }) {
  const { question, figure, under, note, isMuted, cuts } = card;
  return (
    <section className={isMuted ? "card glance-speed is-muted" : "card glance-speed"}>
      <h2 className="glance-question small quiet">{tell(question)}</h2>
      <p className="glance-figure">{tell(figure)}</p>
      {under === null ? null : <p className="glance-reason">{tell(under)}</p>}
      <FigurePlace {...card} />
      {cuts === null ? null : <CutCells cuts={cuts} />}
      {note === null ? null : <p className="glance-note small quiet">{tell(note)}</p>}
    </section>
  );
}

/** One cell per power cut. Hidden from screen readers, because the sentence above says the same. */
function CutCells({ cuts }: { readonly cuts: readonly CutCell[] }) {
  return (
    <div className="strip-box" aria-hidden="true">
      <div className="cut-cells">
        {cuts.map(({ number, state }) => (
          <i key={number} className={`cut-${state}`} />
        ))}
      </div>
      {cuts.length > mostNamed ? null : (
        <div className="cut-cells cut-names quiet">
          {cuts.map(({ number, state }) => (
            <span key={number} className={state === "lost" ? "strip-named" : undefined}>
              {glanceText.cut({ number })}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

/** Labels are left out beyond this many cuts: more would touch each other. */
const mostNamed = 4;

export function StepsCard({ steps }: { readonly steps: readonly Step[] }) {
  const inOrder = steps.every(({ number }) => number !== null);
  const List = inOrder ? "ol" : "ul";
  return (
    <section className="card glance-steps">
      <h2 className="glance-question small quiet">
        {inOrder ? glanceText.stepByStep() : glanceText.todo()}
      </h2>
      <List>
        {steps.map(({ title, detail, number }) => (
          <li key={title.code}>
            <span className="glance-step-number" aria-hidden={number === null}>
              {number ?? "›"}
            </span>
            <div>
              <b>{tell(title)}</b>
              <span className="quiet">{tell(detail)}</span>
            </div>
          </li>
        ))}
      </List>
    </section>
  );
}

/** Facts of a few words each, side by side, named for screen readers; absent if none are known. */
export function RowOfLines({ label, lines }: { label: string; lines: readonly Line[] }) {
  return lines.length === 0 ? null : (
    <ul className="glance-well" aria-label={label}>
      {lines.map(({ sign, title, value }) => (
        <li key={`${title.code} ${value.code}`} className={`sign-${sign}`}>
          <SignSymbol sign={sign} rem={1.25} />
          <div>
            <b>{tell(title)}</b>
            <span className="small quiet">{tell(value)}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
