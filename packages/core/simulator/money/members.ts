import { byMember, byStaff, bySystem, type Command, type DnwRow } from '../../src/index.ts'
import type { House } from '../house.ts'
import type { Random } from '../random.ts'
import type { SimMember } from '../world.ts'
import { BonusMembers } from './bonus/members.ts'
import { depositsOf } from './deposits.ts'
import { ExchangeMembers } from './exchange/members.ts'
import { Rates } from './exchange/rates.ts'
import { placeOf } from './exits.ts'
import { Outside } from './outside.ts'
import { P2pMembers } from './p2p/members.ts'
import { ShutOut } from './rest/members.ts'
import { TraitMembers } from './traits/members.ts'
import { TreasuryStaff } from './treasury/members.ts'

type Desk = Extract<Command['kind'], 'takeRequest' | 'releaseRequest' | 'rejectRequest'>

/** How a member is called, at his bank and here. */
const nameOf = (memberId: number): string => `member ${memberId}`

/** What members and the desk do with money, and what providers tell of it. */
export class MoneyMembers {
  readonly #random: Random
  readonly #house: House
  readonly #members: readonly SimMember[]
  readonly #outside: Outside
  readonly #exchange: ExchangeMembers
  readonly #rates: Rates
  readonly #p2p: P2pMembers
  /** null: bonus money would be staked in rounds, whose auditor knows none. */
  readonly #bonus: BonusMembers | null
  readonly #traits: TraitMembers | null
  readonly #shutOut: ShutOut | null
  readonly #treasury: TreasuryStaff | null
  /** Requests that somebody was told of. */
  readonly #requests: { readonly id: number; readonly member: SimMember }[] = []
  /** How often each member deleted his accounts and registered them again: each time they are new ones. */
  readonly #accounts = new Map<number, number>()
  #sent: Command | null = null
  /** Lines of the ledger that were taken back. */
  #lines = 0

  /** `isAlone`: nobody trades, and prices of coins are played here. */
  constructor(random: Random, house: House, members: readonly SimMember[], isAlone: boolean) {
    this.#random = random
    this.#house = house
    this.#members = members
    this.#outside = new Outside(random, house)
    this.#exchange = new ExchangeMembers(random, house, members)
    this.#rates = new Rates(random, house, isAlone)
    this.#p2p = new P2pMembers(random, house, members, this.#outside)
    this.#bonus = isAlone ? new BonusMembers(random, house, members) : null
    this.#traits = isAlone ? new TraitMembers(random, house, members) : null
    this.#shutOut = isAlone ? new ShutOut(random, house, members) : null
    const sites = [...new Set(members.map(({ siteId }) => siteId))]
    this.#treasury = isAlone ? new TreasuryStaff(random, house, sites) : null
  }

  /** What is outside goes on by itself. */
  pass(): void {
    this.#outside.pass()
    this.#rates.pass()
  }

  /** The house began anew from a backup: nobody repeats what the lost one was told, and providers tell again what they told it. */
  restored(): void {
    this.#sent = null
    this.#shutOut?.restored()
    this.#outside.restored()
  }

  act(): void {
    const random = this.#random
    if (random.chance(35)) {
      this.#exchange.act()
      return
    }
    if (random.chance(26)) {
      this.#p2p.act()
      return
    }
    if (this.#bonus && random.chance(20)) {
      this.#bonus.act()
      return
    }
    if (this.#traits && random.chance(9)) {
      this.#traits.act()
      return
    }
    if (this.#shutOut && random.chance(10)) {
      this.#shutOut.act()
      return
    }
    if (this.#treasury && random.chance(12)) {
      this.#treasury.act()
      return
    }
    const dice = random.int(0, 99)
    if (random.chance(3)) this.#limit()
    else if (dice < 22) this.#deposit()
    else if (dice < 42) this.#withdraw()
    else if (dice < 48) this.#cancel()
    else if (dice < 78) this.#desk()
    else if (dice < 82 && this.#sent) this.#house.command(this.#sent)
    else if (dice < 86) this.#outside.coins(random.pick(this.#members))
    else if (dice < 94) this.#suspense()
    else if (dice < 96) this.#hold()
    else this.#guard()
  }

  #deposit(): void {
    const random = this.#random
    const member = random.pick(this.#members)
    const point = random.chance(90) ? BigInt(random.int(10, 900)) * 1_000n : random.pick([12_000_000n, 9_999n, 0n])
    const reply = this.#send({
      kind: 'applyDeposit',
      ...byMember(member, this.#key()),
      walletType: random.chance(97) ? 'BINARY' : 'FUTURES',
      point,
      depositor: nameOf(member.memberId),
      houseSub: random.pick(['KB-1', 'SH-2']),
      flags: random.chance(5) ? ['DEVICE_SHARED'] : [],
    })
    if (reply.status !== 200) return
    const { id } = reply.body as { id: number }
    this.#asked(id, member)
    this.#outside.pay({ id, member, point })
  }

  #withdraw(): void {
    const random = this.#random
    const member = random.pick(this.#members)
    const isCoin = random.chance(15)
    const isSale = random.chance(15)
    const walletType = isCoin ? random.pick(['BTC', 'FUTURES'] as const) : 'BINARY'
    const reply = this.#send({
      kind: 'applyWithdrawal',
      ...byMember(member, this.#key()),
      walletType,
      point: isCoin ? 200_000n : BigInt(random.int(8, random.chance(20) ? 9_000 : 200)) * 1_000n,
      accountId: isSale ? null : (this.#accounts.get(member.memberId) ?? 1),
      account: isSale ? '비트덱스' : '신한은행 ****4821',
      payee: nameOf(member.memberId),
      houseSub: isSale ? random.pick(['bitdex', 'bitdex', 'bitdex', 'paycoin']) : placeOf[walletType],
    })
    if (reply.status === 200) this.#asked((reply.body as { id: number }).id, member)
  }

  /** Somebody asked for something; now and then he thinks better of it at once. */
  #asked(id: number, member: SimMember): void {
    this.#requests.push({ id, member })
    if (this.#random.chance(12))
      this.#send({ kind: 'cancelRequest', ...byMember(member, this.#key()), requestId: id, closed: null })
  }

  #cancel(): void {
    const asked = this.#request()
    if (!asked) return
    const { id, member, closed } = asked
    this.#send({ kind: 'cancelRequest', ...byMember(member, this.#key()), requestId: id, closed })
  }

  #desk(): void {
    const random = this.#random
    const asked = this.#request()
    if (!asked) return
    const { id, member, row, closed } = asked
    const version = random.chance(97) ? (row?.rev ?? 1) : 0
    const step = {
      ...byStaff(member.siteId, random.int(901, 903), 'as asked'),
      key: this.#key(),
      requestId: id,
      closed,
      version,
    }
    // Of some requests whoever agreed first is disabled before the second acts.
    const first = id % 7 === 0 ? row?.approvals[0] : undefined
    const absent = first && first.staffId !== step.actor.id ? [first.staffId] : []
    const dice = random.int(0, 99)
    const kind = random.pick<Desk>(['takeRequest', 'releaseRequest', 'rejectRequest', 'takeRequest'])
    if (dice < 60)
      this.#send({ kind: 'approveRequest', ...step, asSecond: random.chance(10), absent, payoutKey: random.hex(16) })
    else if (dice < 70) this.#send({ kind: 'completeRequest', ...step, statementLine: 'line 1' })
    else if (dice < 78) this.#send({ kind: 'handOverRequest', ...step, to: random.int(901, 903) })
    else this.#send({ kind, ...step })
  }

  #suspense(): void {
    const random = this.#random
    const open = [...this.#house.store.suspenses.values()].filter(({ closedAt }) => closedAt === null)
    if (open.length === 0) return
    const { id, siteId, currency, memberId } = random.pick(open)
    const approval = random.chance(90) ? { approval: { id: 1, staffId: 904 } } : {}
    const step = { ...byStaff(siteId, 901, 'its owner was found', approval), key: this.#key(), suspenseId: id }
    const less = open.filter((row) => row.amount < 0n)
    if (less.length > 0 && random.chance(35)) {
      const { id: suspenseId, houseSub } = random.pick(less)
      const fitting = open.filter((row) => row.houseSub === houseSub && row.amount > 0n)
      const against = fitting.length > 0 && random.chance(70) ? random.pick(random.chance(95) ? fitting : open) : null
      this.#send({ kind: 'offsetSuspense', ...step, suspenseId, againstId: against?.id ?? null })
    } else if (random.chance(30)) this.#send({ kind: 'returnSuspense', ...step, statementLine: 'line 2' })
    else {
      const owner = memberId ?? random.pick(this.#members).memberId
      const walletType = currency === 'KRW' ? 'BINARY' : currency === 'BTC' ? 'BTC' : 'FUTURES'
      this.#send({ kind: 'assignSuspense', ...step, memberId: owner, walletType })
    }
  }

  /** Limits on deposits that a member sets himself, with what the database knows of his deposits. */
  #limit(): void {
    const random = this.#random
    const member = random.pick(this.#members)
    if (random.chance(20)) {
      this.#send({ kind: 'confirmLimits', ...byMember(member, this.#key()) })
      return
    }
    const isWon = random.chance(70)
    const limit = {
      kind: 'DEPOSIT',
      window: random.pick(['24h', '7d', '30d'] as const),
      currency: isWon ? 'KRW' : 'USDT',
      amount: random.chance(10) ? null : BigInt(random.int(50, 3_000)) * (isWon ? 1_000n : 100_000_000n),
    } as const
    const deposits = depositsOf(this.#house.store.dnw, member.memberId)
    this.#send({ kind: 'setLimits', ...byMember(member, this.#key()), limits: [limit], deposits })
  }

  #hold(): void {
    const { siteId, memberId } = this.#random.pick(this.#members)
    const cause = this.#random.pick(['PASSWORD', 'OTP', 'ACCOUNT', 'PHONE'] as const)
    // An account that is deleted and registered again is another one, and held like a changed one.
    if (cause === 'ACCOUNT') this.#accounts.set(memberId, (this.#accounts.get(memberId) ?? 1) + 1)
    this.#house.command({ kind: 'holdExits', ...bySystem(siteId), memberId, cause, until: null })
  }

  /** Somebody was credited by mistake, or his withdrawals are let go on. */
  #guard(): void {
    const random = this.#random
    const { siteId, memberId } = random.pick(this.#members)
    const step = {
      ...byStaff(siteId, 901, 'a mistake', { approval: { id: 1, staffId: 904 } }),
      key: this.#key(),
      memberId,
    }
    if (random.chance(60)) this.#send({ kind: 'freezeWithdrawals', ...step, isFrozen: random.chance(20) })
    else {
      const house = { houseAccount: 'BANK_KRW', houseSub: 'KB-1' } as const
      const point = BigInt(random.int(1, random.chance(10) ? 9_000 : 50)) * 1_000n
      // Each takes back a line of its own.
      this.#lines++
      const of = { walletType: 'BINARY', postingId: this.#lines, requestId: 0, credited: point, point } as const
      this.#send({ kind: 'deductCash', ...step, ...of, ...house, owner: null })
    }
  }

  /** A request of before, as whoever acts on it sees it. */
  #request() {
    const random = this.#random
    if (this.#requests.length === 0) return null
    const { core, now, store } = this.#house
    const newest = random.pick(this.#requests.slice(-12))
    // Mostly one that waits for somebody.
    const open = core.ask('money.open', newest.member, now)
    const id = open.length > 0 && random.chance(85) ? random.pick(open).id : newest.id
    const { member } = newest
    const { siteId, memberId } = member
    const stored: DnwRow | undefined = store.dnw.get(`${siteId}:${id}`)
    const closed = stored && stored.processedAt !== null ? stored : null
    const row = core.ask('money.request', { siteId, memberId, requestId: id }, now) ?? stored
    return { id, member, row, closed }
  }

  #send(command: Command) {
    this.#sent = command
    return this.#house.command(command)
  }

  #key() {
    return { key: this.#random.hex(16), route: 'POST /api/dnw', bodyHash: this.#random.hex(8) }
  }
}
