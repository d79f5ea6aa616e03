/** The server puts the page's words in front of its scripts. */
declare const words: import("#contract/power-cut/witness").PageWords;
