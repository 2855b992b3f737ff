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
/** A decimal string without exponent, as answers carry it. */
export const Decimal = z
  .string()
  .regex(/^-?(0|[1-9]\d*)(\.\d+)?$/)
  .meta({ description: 'Decimal string without exponent', example: '65432.1' })
export type Decimal = z.infer<typeof Decimal>
/** Epoch milliseconds. */
export const EpochMs = z.int().nonnegative().meta({ description: 'Epoch milliseconds', example: 1795219200000 })
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
