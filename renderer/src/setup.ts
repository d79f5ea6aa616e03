import { config } from "zod";

// The run plan brings zod along. Its compiled validators need eval, which the page's content
// security policy forbids, so it is told before the first schema is made. Imported first.
config({ jitless: true });
