/** What the sandbox remembers: calls, arrivals of coins, messages, exchanges. In memory, bounded, gone with its process. */
import { randomBytes } from 'node:crypto'
import type { CallBody, CallKind, CallResult, ProviderName } from '@maru/provider-protocol'
import { Books } from './books.ts'
import { Bounded } from './bounded.ts'
import { SwitchBoard } from './switches.ts'

export interface Place {
  readonly siteId: number
  readonly provider: ProviderName
}

export interface TakenCall extends Place {
  readonly kind: CallKind
  readonly body: CallBody<CallKind>
  readonly bodyText: string
  readonly at: number
  readonly providerRef: string
  state: 'PENDING' | 'DONE' | 'FAILED'
  reason: string | null
  result: object
  /** Set once the money of a payment came in. */
  paid: boolean
}

export interface Arrival extends Place {
  readonly providerRef: string
  readonly reference: string | null
  readonly amount: string
  readonly currency: string
  confirmations: number | null
  /** Where coins came. */
  readonly to?: CallResult<'payment'>['address'] & object
  state: 'PENDING' | 'FINAL' | 'REVERSED'
}

export interface Message {
  readonly id: number
  readonly kind: 'mail' | 'sms'
  readonly to: string
  readonly text: string
  readonly at: number
  /** It is shown on this machine alone: a code in it is for somebody of the house. */
  readonly isForStaff: boolean
}

/** One exchange as the page shows it. */
export interface Exchange extends Place {
  readonly id: number
  readonly at: number
  readonly direction: 'in' | 'out'
  readonly what: string
  readonly body: string
  answer: string
}

export class World {
  readonly switches = new SwitchBoard()
  readonly books: Books
  readonly calls = new Bounded<string, TakenCall>(5_000)
  readonly arrivals = new Bounded<string, Arrival>(5_000)
  /** Members with an account at a provider, by place and member. */
  readonly registered = new Bounded<string, true>(20_000)
  readonly messages = new Bounded<number, Message>(500)
  readonly exchanges = new Bounded<number, Exchange>(300)
  /** Where the product listens; null until it says so. */
  productUrl: string | null = null
  readonly now: () => number
  private readonly born = `${Date.now().toString(36)}${randomBytes(3).toString('hex')}`
  private count = 0

  constructor(now: () => number, booksFile: string | null) {
    this.now = now
    this.books = new Books(booksFile)
  }

  number(): number {
    this.count += 1
    return this.count
  }

  /** A name that no earlier or later sandbox gives. */
  name(prefix: string): string {
    return `${prefix}-${this.born}-${this.number()}`
  }

  addMessage(kind: Message['kind'], to: string, text: string, isForStaff = false): void {
    const id = this.number()
    this.messages.set(id, { id, kind, to, text, at: this.now(), isForStaff })
  }

  /** What a visitor reads of the messages, the newest first: who sits at another machine nothing of what staff get. */
  messagesFor(isOnThisMachine: boolean): Message[] {
    return this.messages.newest().filter(({ isForStaff }) => isOnThisMachine || !isForStaff)
  }

  /** What a visitor reads of the exchanges, the newest first: messages to phones in full on this machine alone, because some are for staff. */
  exchangesFor(isOnThisMachine: boolean): Exchange[] {
    const newest = this.exchanges.newest()
    return isOnThisMachine ? newest : newest.map((one) => (one.provider === 'sms' ? { ...one, body: '' } : one))
  }

  addExchange(exchange: Omit<Exchange, 'id' | 'at'>): Exchange {
    const added = { ...exchange, body: exchange.body.slice(0, 2_000), id: this.number(), at: this.now() }
    this.exchanges.set(added.id, added)
    return added
  }
}

export const placeName = ({ siteId, provider }: Place): string => `${siteId} ${provider}`
