import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentTokens, contrast } from './accent.ts'

const rgb = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number]
const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('whatever accent a site has, it and its own text are readable in both themes', () => {
  fc.assert(
    fc.property(colour, (accent) => {
      const tokens = accentTokens(accent)
      if (!tokens) throw new Error('no tokens')
      for (const [theme, ground] of [
        ['dark', '#22262D'],
        ['light', '#EEF0F3'],
      ] as const) {
        expect(contrast(rgb(tokens[theme].accent), rgb(ground))).toBeGreaterThanOrEqual(4.5)
        expect(contrast(rgb(tokens[theme]['on-accent']), rgb(tokens[theme].accent))).toBeGreaterThanOrEqual(4.5)
      }
    }),
  )
})
test('an accent that reads already stays as it is', () => {
  expect(accentTokens('#62d0bc')?.dark.accent).toBe('#62d0bc')
})
test('what is no colour gives no tokens', () => {
  for (const text of ['red', '#fff', '#12345g', 'url(x)']) expect(accentTokens(text)).toBeNull()
})
