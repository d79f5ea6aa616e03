import { type ReactNode, useState } from "react";
import {
  Button,
  Dialog,
  DialogTrigger,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
} from "react-aria-components";
import type { Deed } from "#analysis/verdict/glance/deeds";
import type { DriveError } from "#contract/drive-error";
import type { ExportKind } from "#contract/ipc-schema";
import type { Report } from "#contract/report";
import { exportKindText, exportResult, exportText, glanceText } from "#text/screens/verdict";
import { call } from "../../api/client";
import { ActionButton } from "../../ui/action-button";
import { RichText } from "../../ui/rich-text";
import { CheckSymbol, ChevronSymbol } from "../../ui/symbols";
import { Tick } from "../../ui/tick";
import { DeedSymbol, DeedWords } from "./deed-face";

interface ExportDeedProps {
  readonly look: string;
  readonly report: Report;
  readonly deed: Deed;
  /** Called with the saved file or with the error; with neither when the saving begins. */
  readonly onOutcome: (saved: ReactNode, error: DriveError | null) => void;
}

const otherFormats = ["png", "json", "csv"] as const;

/** Saves the report as a PDF at once; a chevron opens paper, serial number and other formats. */
export function ExportDeed({ look, report: { runId, volume }, deed, onOutcome }: ExportDeedProps) {
  const [withSerial, setWithSerial] = useState(true);
  const [paper, setPaper] = useState<Paper>(() => paperOf(navigator.language));
  const [isSaving, setIsSaving] = useState(false);

  async function save(kind: ExportKind) {
    // Ignores a second press. A disabled button would do so, too, but would lose the focus.
    if (isSaving) {
      return;
    }
    setIsSaving(true);
    onOutcome(null, null);
    const result = await call("exportReport", { runId, kind, paper, withSerial });
    setIsSaving(false);
    if (!result.ok) {
      onOutcome(null, result.error);
    } else if (result.value !== null) {
      const { path } = result.value;
      onOutcome(
        <p className="small">
          <RichText
            text={exportResult.saved({ path })}
            tags={{ mono: (name) => <span className="mono">{name}</span> }}
          />
        </p>,
        null,
      );
    }
  }

  return (
    <div className={look}>
      <Button className="deed-button" aria-disabled={isSaving} onPress={() => save("pdf")}>
        <DeedSymbol id="pdf" />
        <DeedWords deed={deed} />
      </Button>
      <DialogTrigger>
        <Button className="deed-options" aria-label={glanceText.options()}>
          <ChevronSymbol />
        </Button>
        <Popover className="popover" placement="top end">
          <Dialog className="export-options rows loose" aria-label={glanceText.options()}>
            {({ close }) => (
              <>
                <PaperChoice paper={paper} onChange={setPaper} />
                {volume.drive.serial === null ? null : (
                  <Tick
                    className="small"
                    isSelected={!withSerial}
                    onChange={(leaveOut) => setWithSerial(!leaveOut)}
                  >
                    {exportText.withoutSerial()}
                  </Tick>
                )}
                {otherFormats.map((kind) => (
                  <ActionButton
                    key={kind}
                    onPress={() => {
                      close();
                      void save(kind);
                    }}
                  >
                    {exportKindText[kind]()}
                  </ActionButton>
                ))}
              </>
            )}
          </Dialog>
        </Popover>
      </DialogTrigger>
    </div>
  );
}

type Paper = "A4" | "Letter";

/** Letter is the paper of the United States and Canada; nearly all other countries use A4. */
function paperOf(language: string): Paper {
  return /^en-(us|ca)$/i.test(language) ? "Letter" : "A4";
}

function PaperChoice({ paper, onChange }: { paper: Paper; onChange: (paper: Paper) => void }) {
  return (
    <Select
      className="paper"
      value={paper}
      onChange={(key) => onChange(key === "Letter" ? "Letter" : "A4")}
    >
      <Label className="small quiet">{exportText.paper()}</Label>
      <Button className="button">
        <SelectValue />
        <ChevronSymbol />
      </Button>
      <Popover className="popover" placement="top start">
        <ListBox>
          {(["A4", "Letter"] as const).map((name) => (
            <ListBoxItem key={name} id={name} textValue={name} className="option">
              {({ isSelected }) => (
                <>
                  {name}
                  {isSelected ? <CheckSymbol /> : null}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
