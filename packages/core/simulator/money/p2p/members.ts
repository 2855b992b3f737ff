import {
  byMember,
  byProvider,
  byStaff,
  bySystem,
  type Command,
  type OutgoingRow,
  type P2pOrderRow,
} from '../../../src/index.ts'
import type { House } from '../../house.ts'
import type { Random } from '../../random.ts'
import { wallOf } from '../../uses.ts'
import type { SimMember } from '../../world.ts'
import type { Outside } from '../outside.ts'
import { merchantsOf } from './world.ts'

type OfMember = Extract<Command, { kind: 'p2pPaid' | 'p2pCancel' | 'p2pRelease' | 'p2pDispute' }>
type Step = Extract<Command, { kind: 'p2pSending' }>['step']
type Fact = Extract<Extract<Command, { kind: 'providerFact' }>['fact'], { kind: 'p2p' }>

const nameOf = (memberId: number): string => `member ${memberId}`

/** Members who buy from merchants and sell to them, merchants who answer late, twice, otherwise or never, and staff who decide. */
export class P2pMembers {
  readonly #random: Random
  readonly #house: House
  readonly #members: readonly SimMember[]
  readonly #outside: Outside
  /** Orders that somebody was told of. */
  readonly #orders: { readonly id: number; readonly member: SimMember }[] = []
  #sent: Command | null = null

  constructor(random: Random, house: House, members: readonly SimMember[], outside: Outside) {
    this.#random = random
    this.#house = house
    this.#members = members
    this.#outside = outside
  }

  act(): void {
    const dice = this.#random.int(0, 99)
    if (dice < 36) this.#open()
    else if (dice < 54) this.#step()
    else if (dice < 60) this.#abuse()
    else if (dice < 63) this.#rest()
    else if (dice < 80) this.#approve()
    else if (dice < 92) this.#decide()
    else if (this.#sent) this.#house.command(this.#sent)
  }

  #open(): void {
    const random = this.#random
    const member = random.pick(this.#members)
    const isSale = random.chance(50)
    const reply = this.#send({
      kind: 'p2pOpen',
      ...byMember(member, this.#key()),
      side: isSale ? 'SELL' : 'BUY',
      won: random.chance(95) ? BigInt(random.int(15, 600)) * 1_000n : random.pick([0n, 5_000_000n]),
      merchantId: random.chance(50) ? null : random.pick(merchantsOf(member.siteId)).id,
      walletType: random.chance(96) ? random.pick(['FUTURES', 'FUTURES', 'USDT'] as const) : 'BINARY',
      payer: nameOf(member.memberId),
      accountId: isSale ? 1 : null,
      account: isSale ? '신한은행 ****4821' : '',
    })
    if (reply.status !== 200) return
    const { id } = reply.body as { id: number }
    this.#orders.push({ id, member })
    this.#outside.later(() => this.#answer(id, member))
    if (random.chance(15)) this.#outside.later(() => this.#answer(id, member))
  }

  /** The merchant hears of an order when its call is in the database, and takes it mostly. */
  #answer(id: number, member: SimMember): void {
    const { siteId } = member
    const call = this.#house.store.outgoing.get(`${siteId}:p2p-${id}-open`)
    if (!call) return
    const random = this.#random
    if (!this.#isSent(siteId, id, 'open', call.payload) && random.chance(95)) return
    const event = byProvider(siteId, 'p2p', `answer-${id}-${random.int(1, 3)}`)
    const answer = { isTaken: random.chance(88), account: random.chance(95) ? '하늘 7123' : '', memo: '4827' }
    this.#house.command({ kind: 'p2pAnswered', ...event, ...this.#of(siteId, id), ...answer })
    // Who only wants to bind a merchant's coins takes the order back when its time is nearly over, and argues about it.
    if (random.chance(25)) {
      this.#outside.after(random.int(4, 14) * 60_000, () => {
        this.#mine('p2pCancel', id, member)
        this.#mine('p2pDispute', id, member)
      })
      return
    }
    if (random.chance(65)) this.#outside.later(() => this.#mine('p2pPaid', id, member))
    if (random.chance(40)) this.#outside.later(() => this.#mine('p2pRelease', id, member))
    for (const state of random.pick([
      ['PAID', 'RELEASED'],
      ['RELEASED', 'PAID'],
      ['RELEASED'],
      ['PAID'],
      ['CANCELED'],
      ['DISPUTED'],
      [],
    ] as const))
      this.#outside.tell(siteId, 'p2p', () => this.#news(siteId, id, state))
  }

  /** What the merchants' provider says of an order: now and then not what was agreed. */
  #news(siteId: number, id: number, state: Fact['state']): Fact {
    const random = this.#random
    const of = this.#of(siteId, id)
    const row = this.#stored(siteId, id)
    const amount = (row?.point ?? 1n) + (random.chance(8) ? 1n : 0n)
    const payer = random.chance(85) ? (row?.payer ?? null) : random.pick([null, 'somebody else'])
    return { kind: 'p2p', ...of, state, amount, currency: 'USDT', payer }
  }

  /** A member does something about an order of his, or of somebody else's. */
  #step(): void {
    const random = this.#random
    if (this.#orders.length === 0) return
    const { id, member } = random.pick(this.#orders.slice(-8))
    const kind = random.pick(['p2pPaid', 'p2pCancel', 'p2pRelease', 'p2pDispute', 'p2pRelease'] as const)
    this.#mine(kind, id, random.chance(96) ? member : random.pick(this.#members))
  }

  /** A member argues about all that he took back or left unpaid, with pictures and without, and about more than he ever ordered. */
  #abuse(): void {
    const random = this.#random
    const member = random.pick(this.#members)
    const mine = this.#orders.filter((one) => one.member === member).slice(-4)
    for (const { id } of mine) this.#mine(random.chance(80) ? 'p2pDispute' : 'p2pCancel', id, member)
    for (const call of [...this.#house.store.outgoing.values()].slice(-12)) {
      const { orderId, body } = call.payload as { readonly orderId?: number; readonly body?: { readonly step?: Step } }
      if (orderId !== undefined && body?.step) this.#isSent(call.siteId, orderId, body.step, call.payload)
    }
  }

  /** A member takes a break: what he bought meanwhile is not his yet. */
  #rest(): void {
    const bought = this.#orders.at(-1)
    const member = bought ? bought.member : this.#random.pick(this.#members)
    this.#send({ kind: 'coolOff', ...byMember(member, this.#key()), until: wallOf(this.#house.now) + 86_400_000 })
  }

  /** Whether a call about an order may leave, as its worker asks before it does. */
  #isSent(siteId: number, id: number, step: Step, payload: OutgoingRow['payload']): boolean {
    const { version } = payload as { readonly version: number }
    const sending = { kind: 'p2pSending', ...bySystem(siteId), ...this.#of(siteId, id), step, version } as const
    return this.#house.command(sending).status === 200
  }

  #mine(kind: OfMember['kind'], id: number, member: SimMember): void {
    const of = { ...byMember(member, this.#key()), ...this.#of(member.siteId, id) }
    if (kind === 'p2pPaid') this.#send({ kind, ...of, reference: `paid ${id}` })
    else if (kind === 'p2pDispute')
      this.#send({ kind, ...of, text: 'I paid', fileIds: this.#random.chance(50) ? [1] : [] })
    else this.#send({ kind, ...of })
  }

  #decide(): void {
    const random = this.#random
    const open = [...this.#house.store.p2pOrders.values()].filter(({ state }) => state === 'DISPUTED')
    if (open.length === 0) return
    const { siteId, id, rev } = random.pick(open)
    const approval = random.chance(92) ? { approval: { id: 1, staffId: 904 } } : {}
    const step = { ...byStaff(siteId, 901, 'by the evidence', approval), key: this.#key(), ...this.#of(siteId, id) }
    this.#send({ kind: 'p2pDecide', ...step, decision: random.pick(['RELEASE', 'RETURN']), version: rev })
  }

  /** Two persons look at a sale one after the other; now and then it is refused, or the second does not come. */
  #approve(): void {
    const random = this.#random
    const open = [...this.#house.store.p2pOrders.values()].filter(({ reviewBy }) => reviewBy !== null)
    if (open.length === 0) return
    const { siteId, memberId, dnwId: requestId } = random.pick(open)
    for (const staffId of random.pick([[901], [901, 902], [902, 903], [901, 902]])) {
      const version = this.#house.core.ask('money.request', { siteId, memberId, requestId }, this.#house.now)?.rev ?? 0
      const step = { ...byStaff(siteId, staffId, 'nothing is odd'), key: this.#key(), requestId, closed: null, version }
      if (random.chance(4)) this.#send({ kind: 'rejectRequest', ...step })
      else
        this.#send({
          kind: 'approveRequest',
          ...step,
          payoutKey: random.hex(16),
          asSecond: false,
          absent: random.chance(5) && staffId !== 901 ? [901] : [],
        })
    }
  }

  #stored(siteId: number, id: number): P2pOrderRow | undefined {
    return this.#house.store.p2pOrders.get(`${siteId}:${id}`)
  }

  #of(siteId: number, orderId: number): Pick<Fact, 'orderId' | 'closed'> {
    const stored = this.#stored(siteId, orderId)
    return { orderId, closed: stored && stored.closedAt !== null ? stored : null }
  }

  #send(command: Command) {
    this.#sent = command
    return this.#house.command(command)
  }

  #key() {
    return { key: this.#random.hex(16), route: 'POST /api/p2p', bodyHash: this.#random.hex(8) }
  }
}
