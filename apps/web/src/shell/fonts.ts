let asked = false

/**
 * Loads the names of the fonts that Korean is written with. A page calls it when what it is opened for stands there: seven
 * files of 25 kB would otherwise come before the price on a slow line. Until then the device's own font shows the text.
 */
export function loadFonts(): void {
  if (asked) return
  asked = true
  import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?common').catch((error: unknown) => {
    asked = false
    console.warn(error)
  })
}

/**
 * Loads the names of the fonts of rare syllables (names, notices), whose files come with such a text. The browser lays the page
 * out anew for them: the earlier, the less of it there is.
 */
export function loadRareFonts(): void {
  import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?rest').catch(console.warn)
}
