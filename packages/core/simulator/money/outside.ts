import {
  byProvider,
  byStaff,
  bySystem,
  type Command,
  factKeyOf,
  isNameless,
  type MoneyFactRow,
  nameOf,
  type OutgoingRow,
  type PayoutRow,
  tables,
} from '../../src/index.ts'
import type { House } from '../house.ts'
import type { Random } from '../random.ts'
import type { SimMember } from '../world.ts'
import { strangers } from './strangers.ts'

type Fact = Extract<Command, { kind: 'providerFact' }>['fact']
type Deposit = Extract<Fact, { kind: 'deposit' }>
type Outcome = Extract<Command, { kind: 'payoutOutcome' }>['outcome']

interface Coins {
  readonly member: SimMember
  readonly txid: string
  amount: bigint
  /** Whose address they came to; null: nobody's. */
  readonly owner: number | null
  readonly of: (typeof coins)[number]
  readonly wallet: (typeof coins)[number]['wallets'][number]
  confirmations: number
  readonly isReorged: boolean
}

/** What comes to addresses: the coin, its network, the wallets that it may go to, and how many blocks make it sure. */
const coins = [
  { coin: 'BTC', network: 'BTC', wallets: ['BTC'], blocks: 3, unit: 1_000_000n },
  { coin: 'USDT', network: 'TRC20', wallets: ['FUTURES', 'USDT'], blocks: 20, unit: 100_000_000n },
] as const

/** When something outside happens: soon, late, or after what it belongs to is over. */
const delays = [0, 40, 400, 3_000, 70_000, 7_300_000]

/** Banks, coin networks and payout providers: they answer late, twice, in any order, or never, and outlive every crash of the house. */
export class Outside {
  readonly #random: Random
  readonly #house: House
  #waiting: { readonly at: number; readonly happen: () => void }[] = []
  /** Calls that were taken up. */
  readonly #called = new Set<string>()
  /** What was told lately. */
  #told: (() => void)[] = []

  constructor(random: Random, house: House) {
    this.#random = random
    this.#house = house
  }

  /** Does what is due outside, and takes up calls that the database has. */
  pass(): void {
    const due = this.#waiting.filter(({ at }) => at <= this.#house.now)
    if (due.length > 0) {
      this.#waiting = this.#waiting.filter(({ at }) => at > this.#house.now)
      for (const { happen } of due) happen()
    }
    if (!this.#random.chance(5)) return
    for (const call of this.#house.store.outgoing.values())
      if (call.kind === 'payout' && !this.#called.has(call.id)) this.#call(call)
  }

  /** The house began anew from a backup: it is told again, and asks each provider what it paid since; of some two persons see it elsewhere. */
  restored(): void {
    const random = this.#random
    for (const say of this.#told) if (random.chance(50)) this.later(say)
    this.#told = []
    for (const { siteId, provider, barredAt } of this.#house.store.payoutBars.values()) {
      const bar = { provider, barredAt }
      const approval = random.chance(80) ? { approval: { id: 1, staffId: 904 } } : {}
      const key = { key: random.hex(16), route: 'approval PAYOUT_BAR', bodyHash: random.hex(8) }
      if (random.chance(60))
        this.later(() => this.#house.command({ kind: 'liftPayoutBar', ...bySystem(siteId), ...bar }))
      if (random.chance(40))
        this.later(() =>
          this.#house.command({ kind: 'endPayoutBar', ...byStaff(siteId, 901, 'seen', approval), key, ...bar }),
        )
    }
  }

  /** A member pays what he announced: as it should be, in another amount, under another name, twice or never. */
  pay({ id, member, point }: { readonly id: number; readonly member: SimMember; readonly point: bigint }): void {
    const random = this.#random
    if (random.chance(20)) return
    const amount = random.chance(90) ? point : point + 1_000n
    const payer = random.chance(93) ? `member ${member.memberId}` : 'somebody else'
    const requestId = random.chance(70) ? id : null
    const told = (parts: Partial<Deposit>) => () => {
      const stored = requestId === null ? undefined : this.#house.store.dnw.get(`${member.siteId}:${requestId}`)
      const closed = stored && stored.processedAt !== null ? stored : null
      const where = { reference: '', providerRef: `ref-${id}`, currency: 'KRW', houseSub: 'KB-1' }
      return { kind: 'deposit', requestId, ...where, amount, payer, closed, ...parts } as const
    }
    const report = (parts: Partial<Deposit> = {}) => this.tell(member.siteId, 'bank', told(parts))
    // A line of the statement names no payer; one without a reference is known by its day and place.
    const nameless = { requestId: null, payer: '', providerRef: `2026-09-21/${id}` }
    if (random.chance(10)) this.#say(member.siteId, 'bank', told(nameless), report)
    else report()
    if (random.chance(15)) report({ payer: '' })
    if (random.chance(5)) report({ amount: amount + random.pick([500n, -500n]) })
  }

  /** Coins come to a member's address, block by block, and now and then the network forgets them. */
  coins(member: SimMember): void {
    const random = this.#random
    const of = random.pick(coins)
    const amount = BigInt(random.int(1, 90)) * of.unit
    const wallet = random.pick<(typeof of.wallets)[number]>(of.wallets)
    const txid = random.hex(8)
    const owner = txid.startsWith('0') ? null : member.memberId
    const isReorged = random.chance(20)
    this.#block({ member, owner, txid, of, wallet, amount, confirmations: 1, isReorged })
  }

  #block(arrival: Coins): void {
    const { member, txid, amount, owner: memberId, wallet: walletType, of } = arrival
    const { coin, network, blocks } = of
    const random = this.#random
    const confirmations = arrival.confirmations
    const reorged = arrival.isReorged && random.chance(25)
    this.tell(member.siteId, 'coin', () => {
      const stored = this.#house.store.arrivals.get(`${member.siteId}:${network}:${txid}:0`)
      const closed = stored && stored.closedAt !== null ? stored : null
      const where = { network, txid, output: 0, coin, walletType } as const
      const settled = this.#settled(member.siteId, network, `${txid}:0`)
      return { kind: 'coin', ...where, amount, confirmations, reorged, memberId, closed, settled }
    })
    // Now and then the next telling is of another amount.
    if (txid.endsWith('0')) arrival.amount = (amount / of.unit / 2n + 9n) * of.unit
    arrival.confirmations += random.int(1, blocks)
    if (!reorged && confirmations < 2 * blocks) this.later(() => this.#block(arrival))
  }

  /** What of the coins the desk has dealt with, as the database shows it. */
  #settled(siteId: number, network: string, line: string) {
    const { suspenses, dnw } = this.#house.store
    return [...suspenses.values()]
      .filter((row) => row.siteId === siteId && row.houseAccount === 'COIN_HOT' && row.houseSub === network)
      .filter(({ reference, state }) => reference === line && (state === 'ASSIGNED' || state === 'RETURNED'))
      .map((row) => ({ row, deposit: row.dnwId === null ? null : dnw.get(`${siteId}:${row.dnwId}`)! }))
  }

  /** A worker takes up a call: it says so before, and what it comes to may be heard late, twice or in another order. */
  #call({ id, siteId, provider }: OutgoingRow): void {
    this.#called.add(id)
    const payoutId = [...this.#house.store.payouts.values()].find(({ key }) => key === id)!.id
    const random = this.#random
    const reply = this.#house.command({ kind: 'payoutSending', ...bySystem(siteId), payoutId })
    if (random.chance(90)) this.#house.commit()
    if (reply.status !== 200) return
    const ends = random.pick<readonly Outcome[]>([
      ['CONFIRMED'],
      ['SENT', 'CONFIRMED'],
      ['CONFIRMED', 'SENT'],
      ['UNKNOWN', 'CONFIRMED'],
      ['UNKNOWN', 'FAILED'],
      ['FAILED'],
      ['FAILED', 'CONFIRMED'],
      ['UNKNOWN'],
      [],
    ])
    ends.forEach((outcome, index) => {
      const closedOf = () => this.#closed(siteId, payoutId)
      this.later(() => {
        const told = { providerRef: `pay-${payoutId}`, detail: '', fee: random.pick([0n, 300n]) }
        const event = byProvider(siteId, random.chance(95) ? provider : random.pick(strangers), `${id}-${index}`)
        // A repeat finds what is stored when it comes, after a restore too.
        const tell = () =>
          this.#house.command({ kind: 'payoutOutcome', ...event, payoutId, outcome, ...told, closed: closedOf() })
        tell()
        if (random.chance(20)) this.later(tell)
      })
    })
    // Also of one that was said to have failed: then it had been paid after all.
    if ((ends.includes('CONFIRMED') && random.chance(25)) || (ends.includes('FAILED') && random.chance(10)))
      this.tell(siteId, provider, () => {
        const closed = this.#closed(siteId, payoutId)
        return {
          kind: 'payout',
          payoutId,
          state: 'RETURNED',
          providerRef: '',
          fee: this.#random.pick([0n, 300n]),
          detail: '',
          closed,
        }
      })
  }

  #closed(siteId: number, payoutId: number): PayoutRow | null {
    const stored = this.#house.store.payouts.get(`${siteId}:${payoutId}`)
    return stored && stored.closedAt !== null ? stored : null
  }

  /** A provider tells something, once or again; now and then one tells the same that has no say in it, before or after. */
  tell(siteId: number, provider: string, factOf: () => Fact): void {
    this.#say(siteId, provider, factOf)
    if (this.#random.chance(6)) this.#say(siteId, this.#random.pick(strangers), factOf)
  }

  #say(siteId: number, provider: string, factOf: () => Fact, then: () => void = () => undefined): void {
    const event = this.#random.hex(12)
    const say = () => {
      const fact = factOf()
      const known = this.#known(siteId, provider, fact)
      const told = { kind: 'providerFact', ...byProvider(siteId, provider, event), fact, known } as const
      // What cannot be heard yet is told again.
      if (this.#house.command(told).status === 503) this.later(say)
    }
    this.#told = [...this.#told.slice(-60), say]
    this.later(() => {
      say()
      then()
    })
    if (this.#random.chance(25)) this.later(say)
  }

  /** What the database holds of a fact: under its name, else a line without a reference that shows the same money. */
  #known(siteId: number, provider: string, fact: Fact): MoneyFactRow | null {
    const key = factKeyOf(siteId, provider, fact)
    if (key === null) return null
    const { moneyFacts } = this.#house.store
    const own = moneyFacts.get(nameOf(tables.moneyFacts)({ ...key } as MoneyFactRow))
    if (own || fact.kind !== 'deposit') return own ?? null
    const isLine = (row: MoneyFactRow) => isNameless(row.reference) && row.namedBy === '' && row.amount === fact.amount
    const isThere = (row: MoneyFactRow) => row.siteId === siteId && row.provider === provider && row.sub === key.sub
    return [...moneyFacts.values()].find((row) => isThere(row) && isLine(row)) ?? null
  }

  /** Something happens outside, soon or late. */
  later(happen: () => void): void {
    this.after(this.#random.pick(delays), happen)
  }

  /** Something happens outside after a time that its doer chose. */
  after(ms: number, happen: () => void): void {
    this.#waiting.push({ at: this.#house.now + ms, happen })
  }
}
