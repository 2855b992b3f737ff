import type { Page } from 'playwright'

/**
 * What a reader of large text would stumble over: a page that scrolls sideways, text that leaves the page or is cut, and texts
 * that lie over each other. Runs in the page, whose types this project does not have.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  return (await page.evaluate(script)) as string[]
}

const script = `(() => {
  const faults = []
  const root = document.scrollingElement
  if (root.scrollWidth > innerWidth + 1) faults.push('the page is ' + root.scrollWidth + ' px wide, the window ' + innerWidth)
  const top = document.querySelector('dialog[open]') ?? document.body
  const seen = []
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim()
    const element = node.parentElement
    if (!text || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    // Said to screen readers only, drawn by somebody else, an icon or a list of choices.
    if (element.closest('.sr, figure, svg, option, [hidden]')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
    if (boxes.length === 0) continue
    let layer = null
    let scrolls = false
    let scrollsDown = false
    let isCut = false
    for (let up = element; up && up !== document.documentElement; up = up.parentElement) {
      const style = getComputedStyle(up)
      if (layer === null && (style.position === 'fixed' || style.position === 'sticky')) layer = up
      const sideways = style.overflowX === 'auto' || style.overflowX === 'scroll'
      if (sideways) scrolls = true
      if (style.overflowY === 'auto' || style.overflowY === 'scroll') scrollsDown = true
      if (style.overflowY === 'hidden' || style.overflowX === 'hidden') {
        const clip = up.getBoundingClientRect()
        const cut = boxes.some(
          ({ top, bottom, left, right }) =>
            (style.overflowY === 'hidden' && !scrollsDown && (top < clip.top - 3 || bottom > clip.bottom + 3)) ||
            (style.overflowX === 'hidden' && !scrolls && style.textOverflow !== 'ellipsis' && (left < clip.left - 2 || right > clip.right + 2)),
        )
        if (cut) isCut = true
      }
    }
    if (isCut) faults.push('cut: ' + text)
    if (!scrolls && boxes.some(({ left, right }) => left < -1 || right > innerWidth + 1)) faults.push('outside: ' + text)
    if (scrolls) continue
    for (const box of boxes) seen.push({ text, box, layer, element })
  }
  // Line boxes are higher than the letters in them.
  const inner = ({ left, right, top, bottom }) => {
    const part = (bottom - top) * 0.22
    return { left: left + 1, right: right - 1, top: top + part, bottom: bottom - part }
  }
  for (let a = 0; a < seen.length; a++) {
    const one = inner(seen[a].box)
    for (let b = a + 1; b < seen.length; b++) {
      if (seen[a].layer !== seen[b].layer || seen[a].text === seen[b].text) continue
      const other = inner(seen[b].box)
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      if (across > 1 && down > 1) faults.push('over each other: ' + seen[a].text + ' | ' + seen[b].text)
    }
  }
  return [...new Set(faults)]
})()`
