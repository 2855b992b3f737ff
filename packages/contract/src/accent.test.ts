import { expect, test } from 'vitest'
import { accentFault } from './accent.ts'

test('an accent may not come near buy or sell, in any palette', () => {
  for (const near of ['#f04452', '#3182F6', '#1fa968', '#f28a2e', '#2f7df6', '#e0245e', '#ff8080', '#0b3d91'])
    expect([near, accentFault(near)]).toEqual([near, 'DIRECTION'])
})

test('the house’s own accents, other hues and greys may stand', () => {
  for (const good of ['#62d0bc', '#08705f', '#8b5cf6', '#b14ad6', '#0aa39a', '#888888', '#ffffff', '#1c1d1f'])
    expect([good, accentFault(good)]).toEqual([good, null])
})

test('what is no colour is none', () => {
  for (const text of ['red', '#fff', '#12345g', 'url(x)', '']) expect(accentFault(text)).toBe('FORMAT')
})
