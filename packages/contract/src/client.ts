import type { z } from 'zod'
import type { destinations, Envelope } from './events.ts'
import type { Endpoints } from './index.ts'

// What a typed client derives from the contract. Types only, so that no schema code reaches a browser.

type CallName = keyof Endpoints
type AddressOf<N extends CallName> = `${Endpoints[N]['method']} ${Endpoints[N]['path']}`
/** `METHOD /path` of a call, as a literal: how a client names a call, so that it carries no table of all calls. */
export type Call = { [N in CallName]: AddressOf<N> }[CallName]
/** The declaration of a call. */
type At<C extends Call> = { [N in CallName]: AddressOf<N> extends C ? Endpoints[N] : never }[CallName]
/** Calls that run once per Idempotency-Key. */
export type IdempotentCall = {
  [N in CallName]: Endpoints[N] extends { idempotent: true } ? AddressOf<N> : never
}[CallName]
/** Calls that need no siteInfoId. */
export type AnySiteCall = { [N in CallName]: Endpoints[N] extends { anySite: true } ? AddressOf<N> : never }[CallName]

type Part<C extends Call, P extends 'params' | 'query' | 'body'> =
  At<C> extends { [K in P]: infer S } ? (S extends z.ZodType ? z.input<S> : never) : never

export type ParamsOf<C extends Call> = Part<C, 'params'>
export type QueryOf<C extends Call> = Part<C, 'query'>
export type BodyOf<C extends Call> = Part<C, 'body'>
export type ReplyOf<C extends Call> = z.output<At<C>['response']>

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
