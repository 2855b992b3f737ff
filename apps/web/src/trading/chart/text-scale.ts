let known: number | null = null

/**
 * How many times larger than usual the reader's text is; canvas text and distances between labels follow it. Read once, as each
 * reading has the browser compute the styles of all that has changed so far. The reader changes it in the settings of the browser
 * or of the device: the page is left for it, or its size changes.
 */
export function textScale(): number {
  if (known !== null) return known
  addEventListener('resize', forget, { once: true })
  document.addEventListener('visibilitychange', forget, { once: true })
  known = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1
  return known
}

const forget = () => {
  known = null
}
