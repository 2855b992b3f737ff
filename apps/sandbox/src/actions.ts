/** What the buttons of the page do; tests press them too. */
import { type CallBody, type CallResult, isProviderName, type ProviderName } from '@maru/provider-protocol'
import { z } from 'zod'
import { bringBack, prove, type Stage } from './play.ts'
import { type PlayedName, playedNames, SwitchesInput } from './switches.ts'
import type { TakenCall } from './world.ts'

const Provider = z
  .string()
  .refine(isProviderName)
  .transform((name) => name as ProviderName)
const Played = z.enum(playedNames as unknown as readonly [PlayedName, ...PlayedName[]])
const Amount = z
  .string()
  .trim()
  .regex(/^(?:0|[1-9]\d{0,14})(?:\.\d{1,18})?$/)
const Reference = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{0,100}$/)
const Key = z.object({ key: z.string() })
const OwnDeposit = z.object({
  siteId: z.coerce.number().int().positive(),
  provider: Provider,
  amount: Amount,
  currency: z
    .string()
    .trim()
    .regex(/^[A-Z][A-Z0-9]{1,9}$/),
  payer: z.string().trim().max(40),
  reference: Reference,
})
const OwnCoins = z.object({
  siteId: z.coerce.number().int().positive(),
  coin: z
    .string()
    .trim()
    .regex(/^[A-Z][A-Z0-9]{1,9}$/),
  network: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_-]{1,30}$/),
  address: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,100}$/),
  tag: Reference.default(''),
  amount: Amount,
})
const Proven = z.object({
  name: z.string().trim().min(1).max(40),
  birthDate: z.iso.date(),
  phone: z
    .string()
    .trim()
    .regex(/^01\d-?\d{3,4}-?\d{4}$/),
})

/** Does the action of a form; false where there is no such action or the form does not fit it. */
export function act(stage: Stage, action: string, form: Readonly<Record<string, string>>): boolean {
  const identity = /^\/identity\/([\w-]+)$/.exec(action)
  if (identity !== null) return proveBy(stage, identity[1] as string, form)
  const actions = {
    '/switches': changeSwitches,
    '/payments/pay': payNow,
    '/payments/coins': sendCoins,
    '/payouts/return': returnPayout,
    '/p2p': p2pState,
    '/deposits': deposit,
    '/coins': ownCoins,
    '/coins/forget': forgetCoins,
  }
  return Object.hasOwn(actions, action) ? actions[action as keyof typeof actions](stage, form) : false
}

type Form = Readonly<Record<string, string>>

function changeSwitches({ world }: Stage, form: Form): boolean {
  const input = SwitchesInput.safeParse(form)
  const provider = form['provider'] === undefined ? null : Played.safeParse(form['provider'])
  if (!input.success || provider?.success === false) return false
  world.switches.change(provider?.data ?? null, input.data)
  return true
}

function withCall({ world }: Stage, form: Form, kind: TakenCall['kind'], work: (call: TakenCall) => void): boolean {
  const key = Key.safeParse(form)
  const call = key.success ? world.calls.get(key.data.key) : undefined
  if (call?.kind !== kind) return false
  work(call)
  return true
}

const payNow = (stage: Stage, form: Form): boolean =>
  withCall(stage, form, 'payment', (call) => stage.arrivals.payCall(call))

function sendCoins(stage: Stage, form: Form): boolean {
  const amount = Amount.safeParse(form['amount'])
  if (!amount.success) return false
  return withCall(stage, form, 'payment', (call) => {
    const { address } = call.result as CallResult<'payment'>
    const { reference } = call.body as CallBody<'payment'>
    if (address !== undefined) stage.arrivals.sendCoins(call, { address, amount: amount.data, reference })
  })
}

const returnPayout = (stage: Stage, form: Form): boolean =>
  withCall(stage, form, 'payout', (call) => bringBack(stage, call))

function p2pState(stage: Stage, form: Form): boolean {
  const state = z.enum(['RELEASED', 'PAID', 'CANCELED', 'DISPUTED']).safeParse(form['state'])
  if (!state.success) return false
  return withCall(stage, form, 'p2p', (call) => {
    const { reference, amount, currency } = call.body as CallBody<'p2p'>
    const { providerRef } = call
    stage.teller.tell(call, { kind: 'p2p', reference, providerRef, state: state.data, amount, currency })
  })
}

function deposit({ arrivals }: Stage, form: Form): boolean {
  const read = OwnDeposit.safeParse(form)
  if (!read.success) return false
  const { siteId, provider, reference, ...payment } = read.data
  arrivals.pay({ siteId, provider }, { ...payment, reference: reference === '' ? null : reference })
  return true
}

function ownCoins({ arrivals }: Stage, form: Form): boolean {
  const read = OwnCoins.safeParse(form)
  if (!read.success) return false
  const { siteId, amount, tag, ...to } = read.data
  const address = tag === '' ? to : { ...to, tag }
  arrivals.sendCoins({ siteId, provider: 'coin' }, { address, amount })
  return true
}

function forgetCoins({ world, arrivals }: Stage, form: Form): boolean {
  const arrival = world.arrivals.get(form['providerRef'] ?? '')
  if (arrival !== undefined) arrivals.forget(arrival)
  return arrival !== undefined
}

function proveBy(stage: Stage, providerRef: string, form: Form): boolean {
  const call = identityCall(stage, providerRef)
  if (call === null) return false
  if (form['refused'] === '1') {
    prove(stage, call, null)
    return true
  }
  const proven = Proven.safeParse(form)
  if (proven.success) prove(stage, call, proven.data)
  return proven.success
}

/** The open identity check of a page. */
export function identityCall({ world }: Stage, providerRef: string): TakenCall | null {
  const call = world.calls.newest().find((it) => it.kind === 'identity' && it.providerRef === providerRef)
  return call ?? null
}
