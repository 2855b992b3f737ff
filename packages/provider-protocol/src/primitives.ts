import { z } from 'zod'

/** A decimal string without exponent and sign, at most 15 + 18 digits. */
export const Amount = z.string().regex(/^(?:0|[1-9]\d{0,14})(?:\.\d{1,18})?$/)
/** The same with a sign: a line or balance of a statement. */
export const SignedAmount = z.string().regex(/^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?$/)
/** A name that one side gave to something: printable ASCII without spaces. */
export const Reference = z.string().regex(/^[\x21-\x7e]{1,100}$/)
export const CurrencyCode = z.string().regex(/^[A-Z][A-Z0-9]{1,9}$/)
export const Network = z.string().regex(/^[A-Za-z0-9_-]{1,30}$/)
export const EpochMs = z.int().min(1_000_000_000_000).max(9_999_999_999_999)
export const Day = z.iso.date()
/** Text that people read: no control characters. */
export const Text = z
  .string()
  .max(300)
  .regex(/^\P{Cc}*$/u)

/** Who pays or is paid, as the provider knows him. A name that nobody verified is left out. */
export const Person = z.object({
  name: Text.optional(),
  /** Keyed hash of the verified identity, the same at all times for the same person. */
  personHash: Reference.optional(),
})

export const BankAccount = z.object({
  bank: z.string().regex(/^[A-Za-z0-9]{1,20}$/),
  number: z.string().regex(/^[0-9-]{4,40}$/),
  holder: Text,
})
export const CoinAddress = z.object({
  coin: CurrencyCode,
  network: Network,
  address: Reference,
  tag: Reference.optional(),
})
