import { useState } from "react";
import {
  Button,
  Checkbox,
  Label,
  ListBox,
  ListBoxItem,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  Select,
  SelectValue,
} from "react-aria-components";
import type { DriveError } from "../../../../electron/contract/drive-error";
import type { ExportKind } from "../../../../electron/contract/ipc-schema";
import type { Report } from "../../../../electron/contract/report";
import {
  exportKindText,
  exportResult,
  exportText,
} from "../../../../electron/text/screens/verdict";
import { call } from "../../api/client";
import { ActionButton } from "../../ui/action-button";
import { ErrorNotice } from "../../ui/notice";
import { RichText } from "../../ui/rich-text";
import { CheckSymbol, ChevronSymbol } from "../../ui/symbols";
import { TickFace } from "../../ui/tick";

type Paper = "A4" | "Letter";

/** Letter is the paper of the United States and Canada; A4 of nearly everyone else. */
function paperOf(language: string): Paper {
  return /^en-(us|ca)$/i.test(language) ? "Letter" : "A4";
}

const otherFormats = ["png", "json", "csv"] as const;

type Outcome =
  | { readonly state: "idle" }
  | { readonly state: "saving" }
  | { readonly state: "saved"; readonly path: string }
  | { readonly state: "failed"; readonly error: DriveError };

export function ExportControls({ report: { runId, volume } }: { report: Report }) {
  const [withSerial, setWithSerial] = useState(true);
  const [paper, setPaper] = useState<Paper>(() => paperOf(navigator.language));
  const [outcome, setOutcome] = useState<Outcome>({ state: "idle" });
  const saving = outcome.state === "saving";

  async function save(kind: ExportKind) {
    setOutcome({ state: "saving" });
    const result = await call("exportReport", { runId, kind, paper, withSerial });
    if (!result.ok) {
      setOutcome({ state: "failed", error: result.error });
    } else if (result.value === null) {
      setOutcome({ state: "idle" });
    } else {
      setOutcome({ state: "saved", path: result.value.path });
    }
  }

  return (
    <div className="export">
      <div className="export-outcome" role="status">
        {outcome.state === "saved" ? (
          <p className="small">
            <RichText
              text={exportResult.saved({ path: outcome.path })}
              tags={{ mono: (path) => <span className="mono">{path}</span> }}
            />
          </p>
        ) : null}
        {outcome.state === "failed" ? (
          <ErrorNotice error={outcome.error} title={exportText.notSaved()} />
        ) : null}
      </div>
      <div className="row-of-buttons">
        <ActionButton look="primary" isDisabled={saving} onPress={() => save("pdf")}>
          {saving ? exportText.saving() : exportKindText.pdf()}
        </ActionButton>
        <PaperChoice paper={paper} onChange={setPaper} />
        {volume.drive.serial === null ? null : (
          <Checkbox
            className="checkbox small"
            isSelected={!withSerial}
            onChange={(leaveOut) => setWithSerial(!leaveOut)}
          >
            {({ isSelected }) => (
              <TickFace isSelected={isSelected}>
                <span>{exportText.withoutSerial()}</span>
              </TickFace>
            )}
          </Checkbox>
        )}
        <MenuTrigger>
          <ActionButton isDisabled={saving}>
            {exportText.otherFormats()}
            <ChevronSymbol />
          </ActionButton>
          <Popover className="popover" placement="top start">
            <Menu onAction={(kind) => save(kind as ExportKind)}>
              {otherFormats.map((kind) => (
                <MenuItem key={kind} id={kind} className="option">
                  {exportKindText[kind]()}
                </MenuItem>
              ))}
            </Menu>
          </Popover>
        </MenuTrigger>
      </div>
    </div>
  );
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
