import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'

/**
 * Rate limits: login per username and address, address (failed sign-ins) per address, guess and network (the same of one name, and of all) per /48 of IPv6, slowed per address once its /48 has too many, sms per address, refresh per session, order, money, recipient (whom a member may name), setting, desk (what staff do), chat, typing (and what was read of a chat) and abandon per member, signup, lookup,
 * code (what has a code sent or is proved by one) and read (what a guest may ask and costs much) per address. An address of IPv6 counts by its /64.
 */
export type Rate =
  | 'login'
  | 'address'
  | 'guess'
  | 'network'
  | 'slowed'
  | 'sms'
  | 'refresh'
  | 'otp'
  | 'code'
  | 'order'
  | 'money'
  | 'signup'
  | 'lookup'
  | 'recipient'
  | 'setting'
  | 'desk'
  | 'console'
  | 'abandon'
  | 'chat'
  | 'typing'
  | 'read'

/**
 * Who may make a call. guest: callable without a token; member: needs one; staff: needs one of a member of staff, whose sites
 * hold the site and whose role has the permission. A staff call without a permission is an error of types.
 */
type Caller =
  | { readonly auth: 'guest' | 'member'; readonly permission?: never }
  | { readonly auth: 'staff'; readonly permission: Permission }

/**
 * One call of the API. Server routes, the typed client and the OpenAPI reference all derive from it.
 * `siteInfoId` is a query parameter of every call and is not repeated in `query`.
 */
interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  readonly summary: string
  readonly tag: string
  /** The call needs no siteInfoId. */
  readonly anySite?: true
  /** The Authorization header is ignored: a client with an expired token must still be able to make the call. */
  readonly ignoresToken?: true
  /** It opens something or requests money: refused during maintenance of its site. REDUCE_ONLY: an order that says that it only reduces is taken; CLOSES: what the position covers too. */
  readonly inMaintenance?: 'REFUSED' | 'REDUCE_ONLY' | 'CLOSES'
  /** Runs once per Idempotency-Key header. Without one the server makes a key and returns it as that header. */
  readonly idempotent?: true
  /** The server makes no key: a call without the header is refused. */
  readonly needsKey?: true
  /** A call of staff that changes neither money nor settings: it asks for no new code. */
  readonly changesNothing?: true
  /** A call of staff that stops something at once: it waits for no new code. What opens again is none. */
  readonly isEmergency?: true
  /** Which rate limit counts the call. */
  readonly rate?: Rate
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject | z.ZodUnion
  /** A body larger than others may have. */
  readonly maxBytes?: number
  readonly response: z.ZodType
  /** Refusals of this call alone; those of every call (UNAUTHENTICATED, RATE_LIMITED, …) are not repeated. */
  readonly errors: readonly ErrorCode[]
}

export type Endpoint = Call & Caller

/** Keeps the literal types of a definition. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** What a successful call answers, validated and serialised by its schema. */
export type ResponseOf<E extends Endpoint> = z.output<E['response']>
