import { setLanguage } from "#text/language";

// Main puts the language into the address if it is not English (openedAddress).
const tag = window.location.hash.slice(1);
setLanguage(tag);
if (tag !== "") {
  document.documentElement.lang = tag;
}
