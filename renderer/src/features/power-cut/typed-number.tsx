import { useState } from "react";
import { Input, Label, TextField } from "react-aria-components";
import type { FlushModeId } from "#contract/flush-mode";
import { otherWaysText } from "#text/screens/power-cut";
import { call } from "../../api/client";
import { ActionButton } from "../../ui/action-button";

/** Input for a number from the witness page; its check word catches typing errors. */
export function TypedNumber({ mode, label }: { mode: FlushModeId; label: string }) {
  const [number, setNumber] = useState("");
  const [checkWord, setCheckWord] = useState("");
  const [answer, setAnswer] = useState<string | null>(null);
  const value = Number(number.replace(/\D/g, ""));

  async function check() {
    const result = await call("enterWitnessed", { mode, number: value, checkWord });
    setAnswer(
      result.ok
        ? result.value
          ? otherWaysText.taken()
          : otherWaysText.mismatch()
        : result.error.message,
    );
  }

  return (
    <fieldset className="power-cut-typed">
      <legend>{label}</legend>
      <TextField value={number} onChange={setNumber} className="rows tight small">
        <Label>{otherWaysText.number()}</Label>
        <Input inputMode="numeric" className="power-cut-input figure" maxLength={24} />
      </TextField>
      <TextField value={checkWord} onChange={setCheckWord} className="rows tight small">
        <Label>{otherWaysText.checkWord()}</Label>
        <Input className="power-cut-input" maxLength={24} autoCapitalize="off" spellCheck="false" />
      </TextField>
      <ActionButton
        isDisabled={!Number.isSafeInteger(value) || value < 1 || checkWord.trim() === ""}
        onPress={check}
      >
        {otherWaysText.check()}
      </ActionButton>
      <p role="status" className="small">
        {answer}
      </p>
    </fieldset>
  );
}
