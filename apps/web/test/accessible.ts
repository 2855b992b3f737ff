import axe from 'axe-core'
import { expect } from 'vitest'

/** All rules, or only those that look at colours. */
type Rules = 'all' | 'colours'

/** Looks at a page that does not come to rest meanwhile. */
const maxLooks = 5

/** The violations that axe-core finds on the page once its animations are at their end; it looks again where something moved meanwhile. */
async function violations(rules: Rules): Promise<string[]> {
  let hasMoved = false
  const note = () => {
    hasMoved = true
  }
  for (const move of ['transitionrun', 'animationstart']) addEventListener(move, note, true)
  try {
    for (let looks = 1; ; looks++) {
      await ended()
      hasMoved = false
      const { violations } = await axe.run(document, {
        resultTypes: ['violations'],
        ...(rules === 'colours' && { runOnly: ['color-contrast', 'link-in-text-block'] }),
      })
      // Halfway through a fade, of a toast that leaves say, a colour is of neither theme.
      if (violations.length > 0 && hasMoved && looks < maxLooks) continue
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
      )
    }
  } finally {
    for (const move of ['transitionrun', 'animationstart']) removeEventListener(move, note, true)
  }
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

/** Brings every animation that ends to its end: halfway through a fade a colour is of neither theme. */
async function ended(): Promise<void> {
  await new Promise(requestAnimationFrame)
  const finite = document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < Infinity)
  // The flash of a price goes on for ten seconds, unseen after the first fifth of one: it is not waited for.
  for (const animation of finite) animation.finish()
  await Promise.allSettled(finite.map(({ finished }) => finished))
}
