let asked = false

/** A page that says nothing of its own within this time does not wait longer for its syllables. */
const atLatestMs = 1_000

/**
 * Loads the names of the fonts that Korean is written with. A page calls it when what it is opened for stands there: seven
 * files of 25 kB would otherwise come before the price on a slow line. Until then the device's own font shows the text.
 */
export function loadFonts(): void {
  if (asked) return
  asked = true
  import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?common').catch((error: unknown) => {
    asked = false
    console.warn('the fonts could not be loaded', error)
  })
}

/** Rare syllables (names, notices) come after everything else. */
export function loadFontsInTime(): void {
  setTimeout(loadFonts, atLatestMs)
  addEventListener('load', () => {
    void import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?rest')
  })
}
