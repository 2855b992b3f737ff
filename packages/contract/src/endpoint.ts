import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** Rate limits: login per account and address, refresh per session, order and money per member, signup and lookup per address. */
export type Rate = 'login' | 'refresh' | 'otp' | 'order' | 'money' | 'signup' | 'lookup'

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
  /** An Authorization header is not looked at: a call that somebody with a dead token must still be able to make. */
  readonly ignoresToken?: true
  /** Needs an Idempotency-Key header. */
  readonly idempotent?: true
  /** Which rate limit counts the call. */
  readonly rate?: Rate
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject | z.ZodUnion
  readonly response: z.ZodType
  /** The refusals that are this call's own; those of every call (UNAUTHENTICATED, RATE_LIMITED, …) are not repeated. */
  readonly errors: readonly ErrorCode[]
}

/** Keeps the literal types of a definition. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** What a successful call answers, validated and serialised by its schema. */
export type ResponseOf<E extends Endpoint> = z.output<E['response']>
