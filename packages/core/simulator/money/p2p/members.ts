import { byMember, byProvider, byStaff, type Command, type P2pOrderRow } from '../../../src/index.ts'
import type { House } from '../../house.ts'
import type { Random } from '../../random.ts'
import type { SimMember } from '../../world.ts'
import type { Outside } from '../outside.ts'
import { merchantsOf } from './world.ts'

type OfMember = Extract<Command, { kind: 'p2pPaid' | 'p2pCancel' | 'p2pRelease' | 'p2pDispute' }>
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
    if (dice < 45) this.#open()
    else if (dice < 75) this.#step()
    else if (dice < 92) this.#decide()
    else if (this.#sent) this.#house.command(this.#sent)
  }

  #open(): void {
    const random = this.#random
    const member = random.pick(this.#members)
    const isSale = random.chance(35)
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
    if (!this.#house.store.outgoing.has(`${siteId}:p2p-${id}-open`)) return
    const random = this.#random
    const event = byProvider(siteId, 'p2p', `answer-${id}-${random.int(1, 3)}`)
    const answer = { isTaken: random.chance(88), account: random.chance(95) ? '하늘 7123' : '', memo: '4827' }
    this.#house.command({ kind: 'p2pAnswered', ...event, ...this.#of(siteId, id), ...answer })
    if (random.chance(65)) this.#outside.later(() => this.#mine('p2pPaid', id, member))
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

  #mine(kind: OfMember['kind'], id: number, member: SimMember): void {
    const of = { ...byMember(member, this.#key()), ...this.#of(member.siteId, id) }
    if (kind === 'p2pPaid') this.#send({ kind, ...of, reference: `paid ${id}` })
    else if (kind === 'p2pDispute') this.#send({ kind, ...of, text: 'I paid', fileIds: [] })
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
