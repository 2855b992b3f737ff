import { expect, test } from 'vitest'
import { wholeHold } from './hold-of.ts'

const hold = (
  cause: 'DEPOSIT' | 'OTP' | 'FIRST_DEPOSIT' | 'FROZEN',
  until: number | null,
  amount: string | null = null,
) => ({
  cause,
  until,
  amount,
  dnwId: null,
})

test('a hold of an amount does not keep all of a wallet', () => {
  expect(wholeHold({})).toBeNull()
  expect(wholeHold({ held: [hold('DEPOSIT', 5, '1000')] })).toBeNull()
})

test('of the holds of all money the one that ends last counts, and one without an end before any', () => {
  const otp = hold('OTP', 20)
  const first = hold('FIRST_DEPOSIT', 10)
  expect(wholeHold({ held: [first, otp, hold('DEPOSIT', 30, '5')] })).toEqual({ cause: 'OTP', until: 20 })
  expect(wholeHold({ held: [otp, hold('FROZEN', null), first] })).toEqual({ cause: 'FROZEN', until: null })
})
