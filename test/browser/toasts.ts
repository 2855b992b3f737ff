import type { Page } from 'playwright'
import { eventually } from '../eventually.ts'

/** Script of each page: keeps the texts of its toasts. One stands for two seconds, for which a test on a busy machine may not look. */
export const keepToasts = `
  globalThis.keptToasts = []
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.classList?.contains('toast')) keptToasts.push(node.textContent)
  }).observe(document, { childList: true, subtree: true })`

/** Waits until the page has shown a toast with a text; each toast counts once. */
export async function told(page: Page, text: string | RegExp, { timeout = 30_000 } = {}): Promise<void> {
  const pattern = typeof text === 'string' ? text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : text.source
  const take = `(() => {
    const place = keptToasts.findIndex((one) => new RegExp(${JSON.stringify(pattern)}).test(one))
    if (place < 0) return keptToasts
    keptToasts.splice(place, 1)
    return true
  })()`
  // Otherwise the answer is what the page did say.
  await eventually(
    () => page.evaluate<true | string[]>(take),
    (answer) => answer === true,
    timeout,
  )
}
