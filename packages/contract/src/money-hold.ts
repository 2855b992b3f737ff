import { z } from 'zod'
import { Decimal, EpochMs, Id } from './primitives.ts'

/** What keeps money in a wallet. The first group holds an amount, the second all that would leave. */
export const HoldCause = z.enum([
  'DEPOSIT',
  'ORDERS',
  'STAKES',
  'LOSSES',
  'BONUS',
  'FIRST_DEPOSIT',
  'PASSWORD',
  'OTP',
  'ACCOUNT',
  'PHONE',
  'PENDING',
  'PRICE_STALE',
  'FROZEN',
  'PAUSED',
])
export type HoldCause = z.infer<typeof HoldCause>

export const MoneyHold = z.object({
  cause: HoldCause.meta({
    description:
      'DEPOSIT, ORDERS (margin of orders and positions), STAKES, LOSSES and BONUS hold their amount; the others hold all: FIRST_DEPOSIT, a changed PASSWORD, OTP, ACCOUNT or PHONE, another withdrawal PENDING, PRICE_STALE, FROZEN or PAUSED',
  }),
  amount: Decimal.nullable().meta({ description: 'null: all' }),
  until: EpochMs.nullable().meta({ description: 'null: no time is known' }),
  dnwId: Id.nullable().meta({ description: 'The deposit or withdrawal behind it' }),
})
export type MoneyHold = z.infer<typeof MoneyHold>
