import { setLanguage } from "#text/language";

// Main names the language in the address when it is not English (openedAddress).
const tag = window.location.hash.slice(1);
setLanguage(tag);
if (tag !== "") {
  document.documentElement.lang = tag;
}
