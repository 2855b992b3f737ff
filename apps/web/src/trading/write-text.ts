/**
 * Writes a text that changes with prices. The text node stays: a new one in each frame would be litter, and whatever looks for
 * elements by `:has()` would be styled anew.
 */
export function writeText(element: HTMLElement, text: string) {
  const node = element.firstChild
  if (!(node instanceof Text)) element.textContent = text
  else if (node.data !== text) node.data = text
}
