interface Shown {
  readonly text: string
  readonly box: DOMRect
  /** The fixed or sticky part that it stands in. */
  readonly layer: Element | null
}

/**
 * Faults that a reader of large text would stumble over: a page that scrolls sideways, text that leaves the page or is cut, and texts that
 * overlap.
 */
export function layoutFaults(): string[] {
  const faults: string[] = []
  const { scrollWidth } = document.scrollingElement!
  if (scrollWidth > innerWidth + 1) faults.push(`the page is ${scrollWidth} px wide, the window ${innerWidth}`)
  const shown: Shown[] = []
  const walker = document.createTreeWalker(
    document.querySelector('dialog[open]') ?? document.body,
    NodeFilter.SHOW_TEXT,
  )
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim()
    const element = node.parentElement
    if (!text || !element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    // For screen readers only, drawn by somebody else, an icon or a list of choices.
    if (element.closest('.sr, figure, svg, option, [hidden]')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
    if (boxes.length === 0) continue
    const { layer, scrolls, isCut } = surroundings(element, boxes)
    if (isCut) faults.push(`cut: ${text}`)
    if (scrolls) continue
    if (boxes.some(({ left, right }) => left < -1 || right > innerWidth + 1)) faults.push(`outside: ${text}`)
    for (const box of boxes) shown.push({ text, box, layer })
  }
  for (const [place, one] of shown.entries())
    for (const other of shown.slice(place + 1))
      if (one.layer === other.layer && one.text !== other.text && overlap(one.box, other.box))
        faults.push(`over each other: ${one.text} | ${other.text}`)
  return [...new Set(faults)]
}

function surroundings(element: Element, boxes: readonly DOMRect[]) {
  let layer: Element | null = null
  let scrolls = false
  let isCut = false
  for (let up: Element | null = element; up && up !== document.documentElement; up = up.parentElement) {
    const { position, overflowX, overflowY, textOverflow } = getComputedStyle(up)
    if (layer === null && (position === 'fixed' || position === 'sticky')) layer = up
    if (overflowX === 'auto' || overflowX === 'scroll') scrolls = true
    const clip = up.getBoundingClientRect()
    const clipsWidth = overflowX === 'hidden' && !scrolls && textOverflow !== 'ellipsis'
    for (const { top, bottom, left, right } of boxes) {
      if (overflowY === 'hidden' && (top < clip.top - 3 || bottom > clip.bottom + 3)) isCut = true
      if (clipsWidth && (left < clip.left - 2 || right > clip.right + 2)) isCut = true
    }
  }
  return { layer, scrolls, isCut }
}

function overlap(one: DOMRect, other: DOMRect): boolean {
  // A line box is higher than the letters in it.
  const margin = ({ height }: DOMRect) => height * 0.22
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left) - 2
  const down =
    Math.min(one.bottom - margin(one), other.bottom - margin(other)) -
    Math.max(one.top + margin(one), other.top + margin(other))
  return across > 1 && down > 1
}
