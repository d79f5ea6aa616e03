/** The formats of numbers live in the room of text; this goes with the last sentence made here. */
export * from "../text/format";
