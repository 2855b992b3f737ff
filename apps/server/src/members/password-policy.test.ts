import { describe, expect, it } from 'vitest'
import { isWeakPassword } from './password-policy.ts'

describe('a password', () => {
  it.each([
    'password123',
    'Password123!',
    'p4ssw0rd2026',
    'qwertyuiop',
    'asdfghjkl;',
    '1234567890',
    'abcdefghij',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'sunshine1234',
    'iloveyou2026',
    'maru-2026-!',
    'Bitcoin2026!',
    'trading!!99',
    'gildong1990!',
  ])('that is common, breached, a brand word or the own name is weak: %s', async (password) => {
    expect(await isWeakPassword(password, ['gildong', '길동이'])).toBe(true)
  })

  it.each([
    'lantern-orbit-7',
    'correct horse battery staple',
    'Xk9$mQ2vLp',
    '7e1f-harbor-velvet',
    'maru korea mountain 31 lake',
  ])('that a guesser would not try early is not: %s', async (password) => {
    expect(await isWeakPassword(password, ['gildong'])).toBe(false)
  })
})
