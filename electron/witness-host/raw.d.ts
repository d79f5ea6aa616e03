/** An import of a file's text: Vite replaces `?raw` imports with it. */
declare module "*?raw" {
  const text: string;
  export default text;
}
