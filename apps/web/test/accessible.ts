import axe from 'axe-core'
import { expect } from 'vitest'

/** All rules, or only those that look at colours. */
type Rules = 'all' | 'colours'

/** The violations that axe-core finds on the page once its animations have ended. */
async function violations(rules: Rules): Promise<string[]> {
  await ended()
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    ...(rules === 'colours' && { runOnly: ['color-contrast', 'link-in-text-block'] }),
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  )
}

/** Fails on what axe-core finds in either theme. Call it once for each page, sheet or dialog. */
export async function expectAccessible(): Promise<void> {
  const { dataset } = document.documentElement
  const before = dataset['theme']
  dataset['theme'] = 'dark'
  const dark = await violations('all')
  // A theme changes nothing but colours.
  dataset['theme'] = 'light'
  const light = await violations('colours')
  dataset['theme'] = before
  expect({ dark, light }).toEqual({ dark: [], light: [] })
}

/** Resolves when every animation that ends has ended: halfway through a fade a colour is of neither theme. */
async function ended(): Promise<void> {
  await new Promise(requestAnimationFrame)
  const finite = document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < Infinity)
  await Promise.allSettled(finite.map(({ finished }) => finished))
}
