import type { Locator } from 'playwright'
import { expect } from 'vitest'

/**
 * Compares what a screen reader finds (roles, names, states and texts in their order) with `trees/NAME.txt`.
 * Figures, weekdays and how long ago or how far ahead something is are left out: they differ from run to run. So does the place of
 * today in its week: the days of a week are compared in the order of their texts.
 */
export async function expectTree(where: Locator, name: string): Promise<void> {
  let tree = ''
  /** What still loads or fades makes two readings differ. */
  const rests = async () => {
    const before = tree
    tree = withoutTimes(await where.ariaSnapshot())
    return tree === before
  }
  await expect.poll(rests).toBe(true)
  await expect(tree).toMatchFileSnapshot(`./trees/${name}.txt`)
}

const withoutTimes = (tree: string): string =>
  `${tree
    .replaceAll(/(?<!level=)\d+(?:[,.:]\d+)*/g, '0')
    .replaceAll(/방금|0(?:초|분|시간) 전/g, '방금')
    .replaceAll(/0시간(?: 0분)? 뒤/g, '0분 뒤')
    .replaceAll(/[월화수목금토일](?=요일|\)| 0)/g, '*')
    .replaceAll(/[+−-]0/g, '±0')
    .replace(
      /(?<=- group "요일":\n)(?: +- button .*\n)+/,
      (days) => `${days.trimEnd().split('\n').sort().join('\n')}\n`,
    )
    .trim()}\n`
