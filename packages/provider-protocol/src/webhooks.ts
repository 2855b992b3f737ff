/** What a provider tells the platform. An event counts once for ever, by its name. */
import { z } from 'zod'
import { Amount, BankAccount, CoinAddress, CurrencyCode, Day, EpochMs, Person, Reference, Text } from './primitives.ts'

const event = <K extends string, T extends z.ZodRawShape>(kind: K, shape: T) =>
  z.object({ event: Reference, kind: z.literal(kind), at: EpochMs, ...shape })

/** Money arrived. `reference` is that of the payment call; null where the payer named none. */
export const DepositEvent = event('deposit', {
  providerRef: Reference,
  reference: Reference.nullable(),
  amount: Amount,
  currency: CurrencyCode,
  payer: Person,
  account: BankAccount.optional(),
})
/** Coins were seen, have more confirmations, or are gone after a reorganisation (`reorged`). */
export const CoinEvent = event('coin', {
  txid: Reference,
  output: z.int().nonnegative(),
  to: CoinAddress,
  token: Reference.optional(),
  amount: Amount,
  confirmations: z.int().nonnegative(),
  reorged: z.boolean().optional(),
})
/** RETURNED: a payout that was DONE came back. */
export const PayoutEvent = event('payout', {
  idempotencyKey: Reference,
  providerRef: Reference,
  state: z.enum(['PENDING', 'DONE', 'FAILED', 'RETURNED']),
  amount: Amount,
  currency: CurrencyCode,
  fee: Amount.optional(),
  txid: Reference.optional(),
  reason: Text.optional(),
})
/** `verified` is null when the person gave up or was refused. */
export const IdentityEvent = event('identity', {
  reference: Reference,
  verified: z
    .object({ name: Text, birthDate: Day, phone: z.string().regex(/^[0-9-]{9,20}$/), personHash: Reference })
    .nullable(),
})
export const P2pEvent = event('p2p', {
  reference: Reference,
  providerRef: Reference,
  state: z.enum(['PAID', 'RELEASED', 'CANCELED', 'DISPUTED']),
  amount: Amount,
  currency: CurrencyCode,
  payer: Person.optional(),
})
/** A member's account at the provider was opened, changed or closed. */
export const MemberEvent = event('member', { member: Reference, registered: z.boolean(), balance: Amount.optional() })

export const webhookKinds = ['deposit', 'coin', 'payout', 'identity', 'p2p', 'member'] as const
export type WebhookKind = (typeof webhookKinds)[number]

export const Webhook = z.discriminatedUnion('kind', [
  DepositEvent,
  CoinEvent,
  PayoutEvent,
  IdentityEvent,
  P2pEvent,
  MemberEvent,
])
export type Webhook = z.output<typeof Webhook>

/** What every webhook has, known to the receiver or not: enough to keep it. */
export const WebhookEnvelope = z.looseObject({ event: Reference, kind: z.string().min(1).max(30), at: EpochMs })
