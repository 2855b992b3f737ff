import { byMember, byStaff, bySystem, type Command, type LimitSetting } from '../src/index.ts'
import type { Auditor } from './auditor.ts'
import type { House } from './house.ts'
import type { Random } from './random.ts'
import { resultsOf } from './results.ts'
import { timeLimit, useSome, usesOf } from './time.ts'
import { wallOf } from './uses.ts'
import { OPERATOR, type SimMember } from './world.ts'

type PlaceBet = Extract<Command, { kind: 'placeBet' }>

/** What members of rounds do, and what operators do to rounds. */
export class RoundMembers {
  readonly #random: Random
  readonly #house: House
  readonly #auditor: Auditor
  readonly #members: readonly SimMember[]
  readonly #sent: PlaceBet[] = []

  constructor(random: Random, house: House, auditor: Auditor, members: readonly SimMember[]) {
    this.#random = random
    this.#house = house
    this.#auditor = auditor
    this.#members = members
  }

  get hasBet(): boolean {
    return this.#sent.length > 0
  }

  /** The key of the newest bet, and whose it is. */
  get newestKey(): { readonly member: SimMember; readonly key: PlaceBet['key'] } | null {
    const bet = this.#sent.at(-1)
    return bet ? { member: { siteId: bet.siteId, memberId: bet.memberId }, key: bet.key } : null
  }

  /** A stake, mostly a sensible one; false where nothing can be staked on. */
  bet(): boolean {
    const random = this.#random
    const member = this.#member()
    const foreign = random.chance(1)
    const { core, now } = this.#house
    const siteId = foreign ? (member.siteId === 1 ? 15 : 1) : member.siteId
    const options = core.ask('rounds.options', { siteId }, now)
    if (options.length === 0) return false
    const option = random.pick(options)
    const game = core.ask('rounds.game', { siteId: option.siteId, optionId: option.id, memberId: null }, now)
    const round = random.chance(97) ? game?.betting : game?.running
    if (!round) return false
    const point = random.chance(92)
      ? BigInt(random.int(5, random.chance(20) ? 1_000 : 60)) * 1_000n
      : random.pick([1n, 4_999n, 5_500n, 1_001_000n, 9_007_199_254_740_991n])
    const command: PlaceBet = {
      kind: 'placeBet',
      ...byMember(member, this.#key('trade/history/betting')),
      tradeRoundId: random.chance(99) ? round.id : random.int(1, 900_000),
      side: random.pick(['B', 'S']),
      point,
      salt: random.hex(16),
    }
    this.#sent.push(command)
    this.#house.command(command)
    return true
  }

  /** A client that does not know what became of his request: the same again, another body under the same key, or giving up. */
  repeat(): void {
    const random = this.#random
    const command = random.pick(this.#sent)
    const { siteId, memberId } = command
    if (random.chance(60)) this.#house.command(command)
    else if (random.chance(50))
      this.#house.command({
        ...command,
        point: command.point + 1_000n,
        key: { ...command.key, bodyHash: random.hex(32) },
      })
    else {
      this.#house.command({ kind: 'abandonKey', ...byMember({ siteId, memberId }, null), abandoned: command.key.key })
      this.#house.command(command)
    }
  }

  /** The house says that it was not reachable; three seconds of that change nothing. */
  stall(): void {
    const to = this.#house.now - this.#random.int(0, 1_000)
    this.#house.command({
      kind: 'outage',
      ...bySystem(null),
      from: to - this.#random.pick([500, 2_999, 3_000, 3_001, 20_000]),
      to,
    })
  }

  setLimits(): void {
    const random = this.#random
    const member = this.#member()
    const setting = (): LimitSetting => ({
      kind: random.pick(['LOSS', 'STAKE']),
      window: random.pick(['24h', '7d', '30d']),
      currency: 'KRW',
      amount: random.chance(15) ? null : BigInt(random.int(10, 2_000)) * 1_000n,
    })
    const limits = [random.chance(25) ? timeLimit(random) : setting()]
    const { store } = this.#house
    const history = resultsOf(store, member.memberId)
    const uses = usesOf(store, member.memberId)
    this.#house.command({ kind: 'setLimits', ...byMember(member, this.#key('limit/set')), limits, history, uses })
  }

  /** A stretch of a member's use, or a repeat of an earlier one. */
  use(): void {
    useSome(this.#random, this.#house, this.#member())
  }

  confirmLimits(): void {
    this.#house.command({ kind: 'confirmLimits', ...byMember(this.#member(), this.#key('limit/confirm')) })
  }

  coolOff(): void {
    this.#house.command({
      kind: 'coolOff',
      ...byMember(this.#member(), this.#key('cool_off')),
      until: wallOf(this.#house.now) + this.#random.pick([3_600_000, 86_400_000]),
    })
  }

  /** Asks for less than six months too, and sometimes for an earlier end than the one in force. */
  exclude(): void {
    const random = this.#random
    const member = this.#member()
    const months = random.pick([1, 5, 6, 6, 12, 60])
    const command = { kind: 'selfExclude', ...byMember(member, this.#key('limit/self_exclude')), months } as const
    this.#house.command(command)
    if (random.chance(30)) this.#house.command(command)
  }

  /** The house locks a member out, or lets him in again. */
  setStatus(): void {
    const member = this.#member()
    this.#house.command({
      kind: 'setMemberStatus',
      ...bySystem(member.siteId),
      ...member,
      status: this.#random.pick(['ACTIVE', 'ACTIVE', 'DENY']),
    })
  }

  /** An operator stops an option, or changes what it pays. */
  configure(): void {
    const random = this.#random
    const option = random.pick([...this.#house.store.options.values()])
    this.#house.command({
      kind: 'configureOption',
      ...byStaff(option.siteId, OPERATOR, 'an option is changed'),
      option: { ...option, payoutRateBp: random.int(15_000, 19_000), isStop: random.chance(10) },
    })
  }

  /** Staff change some numbers of an option, mostly from a later time on. */
  change(): void {
    const random = this.#random
    const option = random.pick([...this.#house.store.options.values()])
    const isRent = option.type.startsWith('R')
    const changes = random.pick([
      { payoutRateBp: random.int(15_000, 19_000) },
      { lockLeadMs: isRent ? random.int(1_000, 12_000) : random.int(20_000, 50_000) },
      { strikeDelayMs: random.int(0, 1_000), strikeWaitMs: random.int(1_000, 4_000) },
      { maxBets: random.int(1, 6), minIntervalMs: random.int(0, 2_500) },
    ])
    this.#house.command({
      kind: 'configure',
      ...byStaff(option.siteId, OPERATOR, 'numbers are changed'),
      scope: 'round',
      optionId: option.id,
      changes,
      effectiveFrom: random.chance(20) ? null : this.#house.now + random.int(1, 200_000),
    })
  }

  voidRound(): void {
    const round = this.#random.pick([...this.#auditor.rounds.byId.values()].slice(-20))
    if (round)
      this.#house.command({
        kind: 'voidRound',
        ...byStaff(round.siteId, OPERATOR, 'published', { key: this.#key('void') }),
        tradeRoundId: round.id,
      })
  }

  #member(): SimMember {
    return this.#random.pick(this.#members)
  }

  #key(route: string) {
    return { key: this.#random.uuid(), route: `POST /api/${route}`, bodyHash: this.#random.hex(32) }
  }
}
