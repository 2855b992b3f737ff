/** Money that comes in: paid by somebody outside, noted in the books, told to the product. */
import type { CallBody, CallResult } from '@maru/provider-protocol'
import type { Teller } from './teller.ts'
import { type Arrival, type Place, placeName, type TakenCall, type World } from './world.ts'

export interface Payment {
  readonly reference: string | null
  readonly amount: string
  readonly currency: string
  readonly payer: string
}

export interface Coins {
  readonly address: CallResult<'payment'>['address'] & object
  readonly amount: string
  readonly reference?: string | null
}

/** How many confirmations a coin has, step by step; one a second, or faster where the provider's delay is shorter. */
const confirmationSteps = [0, 1, 2, 3, 4, 6, 10, 12, 15, 20, 24, 30, 40, 64, 72, 130]
const longestStepMs = 1_000

export class Arrivals {
  private readonly world: World
  private readonly teller: Teller

  constructor(world: World, teller: Teller) {
    this.world = world
    this.teller = teller
  }

  /** Somebody pays in. */
  pay(place: Place, { reference, amount, currency, payer }: Payment): void {
    const providerRef = this.world.name('pay')
    const arrival = { ...place, providerRef, reference, amount, currency, confirmations: null, state: 'FINAL' } as const
    this.world.arrivals.set(providerRef, { ...arrival })
    this.world.books.add(placeName(place), currency, {
      providerRef,
      reference,
      kind: 'deposit',
      amount,
      at: this.world.now(),
    })
    this.teller.tell(place, {
      kind: 'deposit',
      providerRef,
      reference,
      amount,
      currency,
      payer: payer === '' ? {} : { name: payer },
    })
  }

  /** Pays a deposit that was asked for, once. */
  payCall(call: TakenCall): void {
    const { reference, amount, currency, payer } = call.body as CallBody<'payment'>
    if (call.paid || amount === undefined) return
    call.paid = true
    call.state = 'DONE'
    this.pay(call, { reference, amount, currency, payer: payer ?? '' })
  }

  /** Coins arrive at an address: seen first, then confirmed step by step. */
  sendCoins({ siteId, provider }: Place, { address, amount, reference = null }: Coins): void {
    const txid = this.world.name('tx')
    const providerRef = `${txid}:0`
    const place = { siteId, provider }
    const at = this.world.now()
    const arrival: Arrival = {
      ...place,
      providerRef,
      reference,
      amount,
      currency: address.coin,
      to: address,
      confirmations: 0,
      state: 'PENDING',
    }
    this.world.arrivals.set(providerRef, arrival)
    this.world.books.add(placeName(place), address.coin, { providerRef, reference, kind: 'deposit', amount, at })
    const stepMs = Math.min(longestStepMs, this.world.switches.of(provider).delayMs)
    confirmationSteps.forEach((confirmations, n) => {
      setTimeout(() => {
        if (arrival.state === 'REVERSED') return
        Object.assign(arrival, { confirmations, state: 'FINAL' })
        this.tellCoins(arrival)
      }, n * stepMs).unref()
    })
  }

  /** The network forgets coins that were sent. */
  forget(arrival: Arrival): void {
    const { amount, currency, providerRef, reference } = arrival
    if (arrival.to === undefined || arrival.state === 'REVERSED') return
    Object.assign(arrival, { confirmations: 0, state: 'REVERSED' })
    const line = { providerRef, reference, kind: 'return', amount: `-${amount}`, at: this.world.now() } as const
    this.world.books.add(placeName(arrival), currency, line)
    this.tellCoins(arrival)
  }

  private tellCoins(arrival: Arrival): void {
    const { amount, to, confirmations, state, providerRef } = arrival
    this.teller.tell(arrival, {
      kind: 'coin',
      txid: providerRef.split(':')[0]!,
      output: 0,
      to: to!,
      amount,
      confirmations: confirmations ?? 0,
      ...(state === 'REVERSED' ? { reorged: true } : {}),
    })
  }
}
