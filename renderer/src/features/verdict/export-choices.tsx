import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
} from "react-aria-components";
import { exportText } from "#text/screens/verdict";
import { CheckSymbol, ChevronSymbol } from "../../ui/symbols";

export type Paper = "A4" | "Letter";

/** Letter is the paper of the United States and Canada; nearly all other countries use A4. */
export function paperOf(language: string): Paper {
  return /^en-(us|ca)$/i.test(language) ? "Letter" : "A4";
}

export function PaperChoice({
  paper,
  onChange,
}: {
  paper: Paper;
  onChange: (paper: Paper) => void;
}) {
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
