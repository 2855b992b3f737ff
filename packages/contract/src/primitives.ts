import { z } from 'zod'

/** A positive safe integer, unique in the installation. */
export const Id = z.int().positive().meta({ description: 'Positive safe integer' })
/** An id in a query string or a path. */
export const IdParam = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(z.int().positive())
  .meta({ description: 'Positive safe integer', example: '12' })
/** An id in a body: a number, or the same as a string. */
export const IdInput = z.union([Id, IdParam]).meta({ description: 'Positive safe integer, as a number or a string' })
/** A whole number in a body, as a number or as a string. */
export const IntInput = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^-?(?:0|[1-9]\d{0,14})$/)
      .transform(Number),
  ])
  .meta({ description: 'Whole number, as a number or a string', example: 10 })
/** A comma list in a query string; unknown entries are ignored. */
export const ListParam = z.string().max(400).meta({ description: 'Comma list; unknown members are ignored' })
/** A decimal string without exponent, as answers carry it. */
export const Decimal = z
  .string()
  .regex(/^-?(0|[1-9]\d*)(\.\d+)?$/)
  .meta({ description: 'Decimal string without exponent', example: '65432.1' })
export type Decimal = z.infer<typeof Decimal>
/** Epoch milliseconds. */
export const EpochMs = z.int().nonnegative().meta({ description: 'Epoch milliseconds', example: 1795219200000 })
/** The same in a body, as a number or as a string. */
export const EpochMsInput = IntInput.pipe(EpochMs).meta({ description: 'Epoch milliseconds, as a number or a string' })
/** A KST day, YYYY-MM-DD. */
export const Day = z.iso.date().meta({ description: 'A day in Korea', example: '2026-11-21' })

/**
 * A whole amount of KRW in a request: a positive integer as a number or as a decimal string ('50000').
 * Refused: exponents, signs, fractions, NaN, -0, and what a safe integer cannot hold.
 */
export const KrwAmount = z
  .union([
    z.int().positive(),
    z
      .string()
      .regex(/^[1-9]\d{0,15}$/)
      .transform(Number)
      .pipe(z.int().positive()),
  ])
  .meta({ description: 'Whole KRW as a number or decimal string', example: '50000' })

/** At most 12 digits before and after the point; no sign, exponent, leading zero, space or other script. */
const plainDecimal = /^(?:0|[1-9]\d{0,11})(?:\.\d{1,12})?$/
const decimalInput = z.union([
  z.string(),
  // A value that a number cannot hold exactly prints with more digits or an exponent, so its text is refused.
  z
    .number()
    .refine((value) => !Object.is(value, -0))
    .transform(String),
])
/** A price, quantity or amount in a request, zero included: a decimal string, or a number that one holds exactly. */
export const DecimalInput = decimalInput.pipe(z.string().regex(plainDecimal)).meta({
  description: 'Decimal string (or number) without sign and exponent, at most 12 + 12 digits',
  example: '0.015',
})
/** The same, above zero. */
export const PositiveDecimalInput = decimalInput.pipe(z.string().regex(plainDecimal).regex(/[1-9]/)).meta({
  description: 'Decimal string (or number) above zero, without exponent, at most 12 + 12 digits',
  example: '1.5',
})
/** Page of a list: page from 0, size at most 100. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    content: z.array(item),
    page: z.int().nonnegative(),
    size: z.int().positive(),
    totalElements: z.int().nonnegative(),
    totalPages: z.int().nonnegative(),
  })
export const PageParam = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
  .meta({ description: 'Page, from 0' })
export const SizeParam = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .pipe(z.int().min(1).max(100))
  .meta({ description: 'Rows of a page, 1 to 100' })

/** The body of every failure. */
export const ErrorBody = z.object({
  code: z.string().meta({ description: 'Code of the error catalogue', example: 'BALANCE_INSUFFICIENT' }),
  message: z.string().meta({ description: 'What happened, in Korean' }),
  params: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .meta({ description: 'What the message has in its places' }),
  traceId: z.string().meta({ description: 'Names the request in the server’s log; also the x-request-id header' }),
})
export type ErrorBody = z.infer<typeof ErrorBody>
