/** An import with `?raw`, which Vite replaces with the text of the imported file. */
declare module "*?raw" {
  const text: string;
  export default text;
}
