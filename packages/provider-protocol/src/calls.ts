/** What the platform asks of a provider. Every body names its idempotency key, so that the signature covers it. */
import { z } from 'zod'
import { Amount, BankAccount, CoinAddress, CurrencyCode, EpochMs, Network, Reference, Text } from './primitives.ts'

const call = <T extends z.ZodRawShape>(shape: T) => z.object({ idempotencyKey: Reference, ...shape })

/** Asks for the means to pay in: a deposit account, a coin address, or a charge of the member's account at the provider. */
export const PaymentCall = call({
  reference: Reference,
  member: Reference,
  payer: Text.optional(),
  amount: Amount.optional(),
  currency: CurrencyCode,
  network: Network.optional(),
  method: z.enum(['account', 'address', 'charge']),
  expiresAt: EpochMs.optional(),
})
export const PayoutCall = call({
  reference: Reference,
  member: Reference,
  amount: Amount,
  currency: CurrencyCode,
  to: z.union([
    z.object({ bank: BankAccount }).strict(),
    z.object({ coin: CoinAddress }).strict(),
    z.object({ member: Reference }).strict(),
  ]),
})
/** Opens an account for a member at the provider, or asks whether he has one. */
export const RegisterCall = call({ member: Reference, value: Text.optional(), onlyCheck: z.boolean() })
/** A page of the provider on which the member proves who he is; the outcome comes as a webhook. */
export const IdentityCall = call({ reference: Reference, member: Reference.optional(), returnUrl: z.url().max(500) })
export const SmsCall = call({
  to: z.string().regex(/^\+?[0-9-]{7,20}$/),
  text: z.string().min(1).max(1_000),
  /** Of a message to somebody of the house. */
  audience: z.literal('staff').optional(),
})
/** A purchase or sale between a member and a merchant of the provider. */
export const P2pCall = call({
  reference: Reference,
  member: Reference,
  merchant: Reference,
  side: z.enum(['BUY', 'SELL']),
  won: Amount,
  amount: Amount,
  currency: CurrencyCode,
  step: z.enum(['open', 'paid', 'cancel', 'dispute']),
  /** The member's verified name: who pays, or is paid. */
  payer: Text.optional(),
  /** Of a sale: where the merchant pays to. */
  account: BankAccount.optional(),
  /** What the member wrote to his payment. */
  note: Text.optional(),
})

export const calls = {
  payment: PaymentCall,
  payout: PayoutCall,
  register: RegisterCall,
  identity: IdentityCall,
  sms: SmsCall,
  p2p: P2pCall,
} as const
export type CallKind = keyof typeof calls
export type CallBody<K extends CallKind> = z.output<(typeof calls)[K]>

export const PaymentResult = z.object({
  account: BankAccount.optional(),
  address: CoinAddress.optional(),
  url: z.url().max(1_000).optional(),
  expiresAt: EpochMs.optional(),
})
export const PayoutResult = z.object({ fee: Amount.optional(), txid: Reference.optional() })
export const RegisterResult = z.object({ registered: z.boolean(), balance: Amount.optional() })
export const IdentityResult = z.object({ url: z.url().max(1_000), expiresAt: EpochMs })
export const P2pResult = z.object({ account: BankAccount.optional(), memo: Text.optional(), payBy: EpochMs.optional() })

export const results = {
  payment: PaymentResult,
  payout: PayoutResult,
  register: RegisterResult,
  identity: IdentityResult,
  sms: z.object({}),
  p2p: P2pResult,
} as const
export type CallResult<K extends CallKind> = z.output<(typeof results)[K]>

/**
 * What became of a call. PENDING: taken over, the outcome follows by webhook and status. DONE: it happened. FAILED: it did not and never
 * will. Both are final.
 */
export const answerOf = <K extends CallKind>(kind: K) => {
  const told = { idempotencyKey: Reference, providerRef: Reference, reason: Text.optional() }
  return z.discriminatedUnion('state', [
    z.object({ ...told, state: z.enum(['PENDING', 'DONE']), result: results[kind] }),
    z.object({ ...told, state: z.literal('FAILED') }),
  ])
}
/** Body of every answer other than 200. */
export const ProblemBody = z.object({ error: z.string().max(60), detail: Text.optional() })

/**
 * Pull confirmation of money that came in: the answer to GET deposits/{providerRef}. Of coins also where they came (`to`) and which token they
 * are (`token`), as their webhook says it: without `to` coins whose webhook is lost cannot be credited.
 */
export const Confirmation = z.object({
  providerRef: Reference,
  reference: Reference.nullable(),
  amount: Amount,
  currency: CurrencyCode,
  confirmations: z.int().nonnegative().optional(),
  to: CoinAddress.optional(),
  token: Reference.optional(),
  state: z.enum(['PENDING', 'FINAL', 'REVERSED']),
})
export type Confirmation = z.output<typeof Confirmation>
