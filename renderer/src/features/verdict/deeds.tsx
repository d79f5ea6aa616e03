import { type ReactNode, useState } from "react";
import { Button } from "react-aria-components";
import type { Deed } from "#analysis/verdict/glance/deeds";
import type { DriveError } from "#contract/drive-error";
import type { Report } from "#contract/report";
import type { Mark } from "#contract/verdict";
import { exportText, glanceText } from "#text/screens/verdict";
import { ErrorNotice } from "../../ui/notice";
import { DeedSymbol, DeedWords } from "./deed-face";
import { ExportDeed } from "./export-deed";

interface DeedsProps {
  readonly deeds: readonly Deed[];
  readonly mark: Mark;
  readonly report: Report;
  /** What each button does, except that of the PDF, which `ExportDeed` handles. */
  readonly act: Readonly<Record<Exclude<Deed["id"], "pdf">, () => void | Promise<void>>>;
  /** Title and error of the last button's action, if it failed. */
  readonly problem: { readonly title: string; readonly error: DriveError } | null;
}

export function Deeds({ deeds, mark, report, act, problem }: DeedsProps) {
  // Highlights the first button, unless nothing needs doing or the button only saves a record.
  const isCalling =
    !["good", "fine", "few"].includes(mark) && deeds[0]?.detail.code !== "glance.deed.pdf-records";
  const [saved, setSaved] = useState<ReactNode>(null);
  const [error, setError] = useState<DriveError | null>(null);
  const onOutcome = (wasSaved: ReactNode, wasError: DriveError | null) => {
    setSaved(wasSaved);
    setError(wasError);
  };
  return (
    <section className="deeds-box">
      <h2 className="hidden-visually">{glanceText.whatToDo()}</h2>
      <div className={`deeds deeds-${deeds.length}`}>
        {deeds.map((deed, place) => {
          const look = `deed${place === 0 && isCalling ? " is-first" : ""}`;
          return deed.id === "pdf" ? (
            <ExportDeed key={deed.id} {...{ look, report, deed, onOutcome }} />
          ) : (
            <div key={deed.id} className={look}>
              <Button className="deed-button" onPress={act[deed.id]}>
                <DeedSymbol id={deed.id} />
                <DeedWords deed={deed} />
              </Button>
            </div>
          );
        })}
      </div>
      <div className="deeds-outcome" role="status">
        {saved}
      </div>
      {/* Separate alerts: inside the status an error would be read out twice. */}
      <div className="deeds-outcome">
        <ErrorNotice error={error} title={exportText.notSaved()} />
        {problem === null ? null : <ErrorNotice {...problem} />}
      </div>
    </section>
  );
}
