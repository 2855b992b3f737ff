/** What each provider does with a call. */
import { createHash, createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import type { CallBody, CallKind } from '@maru/provider-protocol'
import type { Arrivals } from './arrivals.ts'
import type { Teller } from './teller.ts'
import { placeName, type TakenCall, type World } from './world.ts'

export interface Stage {
  readonly world: World
  readonly teller: Teller
  readonly arrivals: Arrivals
  readonly secret: string
  /** The sandbox's own address, as a browser reaches it. */
  readonly url: string
  /** It listens on all addresses of the machine: browsers reach it by the one that they reach the product by. */
  readonly isEverywhere: boolean
}

const pageLivesMs = 600_000
const payWithinMs = 15 * 60_000

/** Does what a call asks for; sets its state and result. */
export function play(stage: Stage, call: TakenCall): void {
  const { kind } = call
  const acts = { payment, payout, register, identity, sms, p2p } satisfies Record<CallKind, unknown>
  const act = acts[kind] as (stage: Stage, call: TakenCall, body: CallBody<CallKind>) => void
  act(stage, call, call.body)
}

/** The same account or address for the same member at all times. */
const digits = (text: string, length: number): string =>
  BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
    .toString()
    .slice(0, length)
const hex = (text: string): string => createHash('sha256').update(text).digest('hex')

function payment({ teller, arrivals, world }: Stage, call: TakenCall, body: CallBody<'payment'>): void {
  const name = `${placeName(call)} ${body.member} ${body.currency}`
  if (body.method === 'account')
    call.result = { account: { bank: '004', number: `9${digits(name, 12)}`, holder: '마루 샌드박스' } }
  if (body.method === 'address') {
    const network = body.network ?? body.currency
    const address = { coin: body.currency, network, address: `sbx${hex(`${name} ${network}`).slice(0, 36)}` }
    call.result = { address: body.currency === 'XRP' ? { ...address, tag: digits(name, 8) } : address }
    return
  }
  if (world.switches.of(call.provider).paysItself) teller.later(call, () => arrivals.payCall(call))
}

function payout({ world, teller }: Stage, call: TakenCall, body: CallBody<'payout'>): void {
  teller.later(call, () => {
    call.state = 'DONE'
    call.result = 'coin' in body.to ? { txid: call.providerRef } : {}
    world.books.add(placeName(call), body.currency, {
      providerRef: call.providerRef,
      reference: body.idempotencyKey,
      kind: 'payout',
      amount: `-${body.amount}`,
      at: world.now(),
    })
    tellPayout(teller, call, 'DONE')
  })
}

/** A payout that was done comes back. */
export function bringBack({ world, teller }: Stage, call: TakenCall): void {
  const { idempotencyKey, amount, currency } = call.body as CallBody<'payout'>
  const { providerRef } = call
  const line = { providerRef, reference: idempotencyKey, kind: 'return', amount, at: world.now() } as const
  world.books.add(placeName(call), currency, line)
  tellPayout(teller, call, 'RETURNED')
}

/** Tells the outcome of a payout; RETURNED: it came back after it was done. */
export function tellPayout(teller: Teller, call: TakenCall, state: 'DONE' | 'FAILED' | 'RETURNED'): void {
  const { idempotencyKey, amount, currency } = call.body as CallBody<'payout'>
  const { providerRef } = call
  const reason = state === 'DONE' ? {} : { reason: 'account closed' }
  teller.tell(call, { kind: 'payout', idempotencyKey, providerRef, state, amount, currency, ...reason })
}

function register({ world, teller }: Stage, call: TakenCall, { member, onlyCheck }: CallBody<'register'>): void {
  const name = `${placeName(call)} ${member}`
  const wasRegistered = world.registered.get(name) === true
  if (!onlyCheck) world.registered.set(name, true)
  const registered = wasRegistered || !onlyCheck
  call.state = 'DONE'
  call.result = registered ? { registered, balance: '1000000' } : { registered }
  if (registered && !wasRegistered) teller.tell(call, { kind: 'member', member, registered, balance: '1000000' })
}

function identity({ world, url, isEverywhere }: Stage, call: TakenCall, { returnUrl }: CallBody<'identity'>): void {
  const page = new URL(`${url}/identity/${call.providerRef}`)
  const { hostname } = new URL(returnUrl)
  if (isEverywhere && isIP(hostname) === 4) page.hostname = hostname
  call.state = 'DONE'
  call.result = { url: page.href, expiresAt: world.now() + pageLivesMs }
}

export interface Proven {
  readonly name: string
  readonly birthDate: string
  readonly phone: string
}

/** The person proved who he is, or gave up. */
export function prove({ teller, secret }: Stage, call: TakenCall, proven: Proven | null): void {
  const { reference } = call.body as CallBody<'identity'>
  const text = proven && `${proven.name} ${proven.birthDate} ${proven.phone.replace(/\D/g, '')}`
  const personHash = text === null ? '' : createHmac('sha256', secret).update(text).digest('hex')
  teller.tell(call, { kind: 'identity', reference, verified: proven && { ...proven, personHash } })
}

function sms({ world }: Stage, call: TakenCall, { to, text, audience }: CallBody<'sms'>): void {
  world.addMessage('sms', to, text, audience === 'staff')
  call.state = 'DONE'
}

function p2p({ world, teller }: Stage, call: TakenCall, body: CallBody<'p2p'>): void {
  const { reference, amount, currency, step, merchant, side } = body
  const { providerRef } = call
  call.state = 'DONE'
  if (step === 'open')
    call.result = {
      account: { bank: '088', number: `7${digits(merchant, 11)}`, holder: `판매자 ${merchant}` },
      memo: digits(reference, 6),
      payBy: world.now() + payWithinMs,
    }
  if (!world.switches.of(call.provider).paysItself) return
  if (step === 'open' && side === 'SELL')
    teller.later(call, () =>
      teller.tell(call, { kind: 'p2p', reference, providerRef, state: 'PAID', amount, currency }),
    )
  if (step === 'paid')
    teller.later(call, () =>
      teller.tell(call, { kind: 'p2p', reference, providerRef, state: 'RELEASED', amount, currency }),
    )
}
