import type { z } from 'zod'
import type { destinations, Envelope } from './events.ts'
import type { Endpoints } from './index.ts'

// What a typed client derives from the contract. Types only, so that no schema code reaches a browser.

/** The calls of members and guests; those of staff are the console's. */
export type CallName = { [N in keyof Endpoints]: Endpoints[N] extends { auth: 'staff' } ? never : N }[keyof Endpoints]
/** `METHOD /path` of a call, as a literal. */
export type CallAddress<N extends CallName> = `${Endpoints[N]['method']} ${Endpoints[N]['path']}`
/** Calls that run once per Idempotency-Key. */
export type IdempotentCall = { [N in CallName]: Endpoints[N] extends { idempotent: true } ? N : never }[CallName]

type Part<N extends CallName, P extends 'params' | 'query' | 'body'> = Endpoints[N] extends { [K in P]: infer S }
  ? S extends z.ZodType
    ? z.input<S>
    : never
  : never

export type ParamsOf<N extends CallName> = Part<N, 'params'>
export type QueryOf<N extends CallName> = Part<N, 'query'>
export type BodyOf<N extends CallName> = Part<N, 'body'>
export type ReplyOf<N extends CallName> = z.output<Endpoints[N]['response']>

type Declared = typeof destinations
/** A declared destination with its `{}` part filled in. */
type Filled<D> = D extends `${infer Head}{${string}}` ? `${Head}${string}` : D
/** What can be subscribed to. */
export type Destination = { [D in keyof Declared]: Filled<D> }[keyof Declared]
type DeclaredOf<D extends Destination> = {
  [K in keyof Declared]: D extends Filled<K> ? K : never
}[keyof Declared]
type EventsOf<T> = {
  [E in keyof T]: Omit<Envelope, 'event' | 'data'> & { event: E; data: T[E] extends z.ZodType ? z.output<T[E]> : never }
}[keyof T]
/** A message of a destination: its events with their data. */
export type EventOf<D extends Destination> = EventsOf<Declared[DeclaredOf<D>]>
