import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** All rules, or only those that look at colours. */
type Rules = 'all' | 'colours'

/** Fails on what axe-core finds in one of the themes. Call it once for each page, sheet or dialog. */
export async function expectAccessible(page: Page) {
  expect(await violationsInBothThemes(page)).toEqual([])
}

/** The violations that axe-core finds in either theme. The page stays in the light one. */
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

/** The violations that axe-core finds on the page once its animations have ended: halfway through a fade a colour is of neither theme. */
export async function violations(page: Page, rules: Rules = 'all'): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe)
  const options = {
    resultTypes: ['violations'],
    ...(rules === 'colours' && { runOnly: ['color-contrast', 'link-in-text-block'] }),
  }
  return page.evaluate<string[]>(look(JSON.stringify(options)))
}

/** Script of a page: looks again where something has moved while it was looked at, a few times at the most. */
const look = (options: string) => `(async () => {
  const moves = ['transitionrun', 'animationstart']
  let hasMoved
  const note = () => { hasMoved = true }
  const isFinite = ({ effect }) => effect.getComputedTiming().endTime < Infinity
  const frame = () => new Promise(requestAnimationFrame)
  const ended = async () => {
    await frame()
    await Promise.allSettled(document.getAnimations().filter(isFinite).map(({ finished }) => finished))
  }
  // What begins while others end is waited for, too.
  const settled = async () => {
    for (let tries = 0; tries < 5; tries++) {
      hasMoved = false
      await ended()
      if (!hasMoved) return
    }
  }
  for (const move of moves) addEventListener(move, note, true)
  let violations
  for (let looks = 0; looks < 5; looks++) {
    await settled()
    violations = (await axe.run(document, ${options})).violations
    if (violations.length === 0) break
    // What began to move is told with the next frame only.
    await frame()
    if (!hasMoved) break
  }
  for (const move of moves) removeEventListener(move, note, true)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' ' + target + ': ' + failureSummary))
})()`
