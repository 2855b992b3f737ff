/**
 * Writes a text that changes with prices. The text node stays: a new one in each frame would be litter, and whatever looks for
 * elements by `:has()` would be styled anew.
 */
export function writeText(element: HTMLElement, text: string) {
  const node = element.firstChild
  if (!(node instanceof Text)) element.textContent = text
  else if (node.data !== text) node.data = text
}

/**
 * Writes a figure into an element of the class `fig`. It is as wide as the same text with zeros, which all figures of it are: a digit that
 * changes lays out nothing but itself, as long as their number is the same.
 */
export function writeFigure(element: HTMLElement, text: string) {
  const size = sizeOf(text)
  if (element.dataset['size'] !== size) element.dataset['size'] = size
  const [shown] = element.children
  if (shown) writeText(shown as HTMLElement, text)
}

/** What takes as much room as a figure. */
export const sizeOf = (figure: string): string => figure.replace(/\d/g, '0')
