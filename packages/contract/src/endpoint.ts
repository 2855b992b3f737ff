import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * One call of the API. Server routes, the typed client and the OpenAPI reference all derive from it.
 * `siteInfoId` is a query parameter of every call and is not repeated in `query`.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  readonly summary: string
  readonly tag: string
  /** guest: callable without a token; member: needs one. */
  readonly auth: 'guest' | 'member'
  /** The call needs no siteInfoId. */
  readonly anySite?: true
  /** Needs an Idempotency-Key header. */
  readonly idempotent?: true
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject | z.ZodUnion
  readonly response: z.ZodType
  /** The refusals that are this call's own; those of every call (UNAUTHENTICATED, RATE_LIMITED, …) are not repeated. */
  readonly errors: readonly ErrorCode[]
}

/** Keeps the literal types of a definition. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition
