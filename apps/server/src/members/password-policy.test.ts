import { describe, expect, it } from 'vitest'
import { weaknessOf } from './password-policy.ts'

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
    'demo-pass-2026',
    'Demo-Pass-9',
    '1qaz2wsx3edc',
    '1qaz2wsx3edc4rfv',
    '1q2w3e4r5t6y',
    'zaq12wsxcde3',
    'qlalfqjsgh12',
    'dkssudgktpdy!',
    'rlfehddl1990',
    'wjdghdrlfehd',
    '01033334444!',
    'a3333-4444b!',
    '3333.4444.kr',
  ])('that is common, breached, a brand word or the own name is weak: %s', async (password) => {
    expect(await weaknessOf(password, ['gildong', '길동이', '정홍길동', '010-3333-4444'])).not.toBeNull()
  })

  it.each([
    'lantern-orbit-7',
    'correct horse battery staple',
    'Xk9$mQ2vLp',
    '7e1f-harbor-velvet',
    'maru korea mountain 31 lake',
  ])('that a guesser would not try early is not: %s', async (password) => {
    expect(await weaknessOf(password, ['gildong'])).toBeNull()
  })
})

it.each([
  ['aabbaabbaabb', 'REPEATED'],
  ['qwertyuiop12', 'RUN'],
  ['sunshine123!', 'COMMON'],
  ['gildong-2026', 'OWN'],
  ['maru-2026-!', 'BRAND'],
  ['x1maru-26!', 'BRAND'],
])('says why %s is refused: %s', async (password, reason) => {
  expect(await weaknessOf(password, ['gildong'])).toBe(reason)
})
