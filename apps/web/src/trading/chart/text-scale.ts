/** How many times larger than usual the reader's text is; canvas text and distances between labels follow it. */
export const textScale = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1
