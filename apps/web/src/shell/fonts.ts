let asked = false

/** Rare syllables (names, notices) come this much later, after everything else. */
const rareAfterMs = 3_000

/**
 * Loads the names of the fonts that Korean is written with. A page calls it when what it is opened for stands there: seven
 * files of 25 kB would otherwise come before the price on a slow line. Until then the device's own font shows the text.
 */
export function loadFonts(): void {
  if (asked) return
  asked = true
  import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?common')
    .then(() => new Promise((rested) => setTimeout(rested, rareAfterMs)))
    .then(() => import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?rest'))
    .catch((error: unknown) => {
      asked = false
      console.warn(error)
    })
}
