import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** All rules, or only those that look at colours. */
type Rules = 'all' | 'colours'

/** What axe-core finds wrong with the page once colours have come to rest: halfway through a change of theme or a fade they are neither's. */
export async function violations(page: Page, rules: Rules = 'all'): Promise<string[]> {
  const found = await look(page, rules)
  if (found.length === 0) return found
  // What fades while it is looked at has passed by a moment later; a fault stays.
  await page.waitForTimeout(fadeMs)
  return look(page, rules)
}

const fadeMs = 800

async function look(page: Page, rules: Rules): Promise<string[]> {
  await page.evaluate(
    `new Promise(requestAnimationFrame).then(() => Promise.allSettled(document.getAnimations().filter((a) => a.effect.getComputedTiming().endTime < Infinity).map((a) => a.finished)))`,
  )
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe)
  const options = {
    resultTypes: ['violations'],
    ...(rules === 'colours' && { runOnly: ['color-contrast', 'link-in-text-block'] }),
  }
  return page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' ' + target + ': ' + failureSummary)))`)
}

/** What axe-core finds in either theme. The page stays in the light one. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = []
  // A theme changes colours only: what has no colour is looked at once.
  for (const [theme, rules] of [
    ['dark', 'all'],
    ['light', 'colours'],
  ] as const) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    for (const violation of await violations(page, rules)) found.push(`${theme}: ${violation}`)
  }
  return found
}

/** Fails on what axe-core finds in one of the themes. */
export async function expectAccessible(page: Page) {
  expect(await violationsInBothThemes(page)).toEqual([])
}
