import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'

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
  const take = `{
    const place = keptToasts.findIndex((one) => new RegExp(${JSON.stringify(pattern)}).test(one))
    place >= 0 && keptToasts.splice(place, 1).length > 0
  }`
  const end = Date.now() + timeout
  while (!(await page.evaluate<boolean>(take))) {
    if (Date.now() > end) throw new Error(`no toast says ${text}, but ${await page.evaluate('keptToasts.join()')}`)
    await sleep(50)
  }
}
