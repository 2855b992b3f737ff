import { expect, test } from 'vitest'
import { isFrozen, isWon, proofsOf, shareOf } from './words.ts'

const wallet = { type: 'BINARY', currency: 'KRW', point: '1', gameWaitPoint: '0' } as const
const hold = { cause: 'FROZEN', amount: null, until: null, dnwId: null } as const

test('a member is frozen where a wallet is held by the desk', () => {
  expect(isFrozen({ wallets: [{ ...wallet, held: [] }] })).toBe(false)
  expect(isFrozen({ wallets: [{ ...wallet, held: [{ ...hold, cause: 'DEPOSIT' }] }] })).toBe(false)
  expect(
    isFrozen({
      wallets: [
        { ...wallet, held: [] },
        { ...wallet, held: [hold] },
      ],
    }),
  ).toBe(true)
})

test('proofs are counted: phone, e-mail, identity, authenticator app', () => {
  const none = { phoneAt: null, emailAt: null, identityAt: null, hasTotp: false }
  expect(proofsOf({ verified: none })).toBe(0)
  expect(proofsOf({ verified: { phoneAt: 0, emailAt: 1, identityAt: 2, hasTotp: true } })).toBe(4)
})

test('a grant is a whole number of won', () => {
  expect(['1000', '0', '01', '-5', '1.5', '1,000', ''].map(isWon)).toEqual([true, ...Array(6).fill(false)])
})

test('a limit is used by what was lost, and by no more than all of it', () => {
  const used = [
    ['500', '1000'],
    ['-300', '1000'],
    ['1200', '1000'],
    ['0', '0'],
  ] as const
  expect(used.map(([part, whole]) => shareOf(part, whole))).toEqual([50, 0, 100, 100])
})
