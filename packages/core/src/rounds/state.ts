import type { MerkleFrontier } from '@maru/evidence'
import { type Cell, cell } from '../effects.ts'
import { invariant } from '../invariant.ts'
import { DAY_MS, kstDay, kstMidnight } from '../kst.ts'
import type { Wallet } from '../ledger.ts'
import type { Member } from '../member.ts'
import { newPart } from '../part.ts'
import type { PriceHistory } from '../prices.ts'
import type { State } from '../state.ts'
import type { BetRow, EpochMs, RoundOption, RoundRow, SiteConfig } from '../types.ts'
import { BinaryExposure, type Exposure, RentExposure } from './exposure.ts'
import { isBinary } from './rules.ts'

/** A site as far as rounds need it. */
export interface Site {
  readonly config: Cell<SiteConfig>
  /** Σ exposure of undecided rounds, and of what decided rounds still pay. */
  exposure: number
  /** Realised result of the house on rounds since 00:00 KST of `day`; negative when it lost. */
  day: string
  /** When that day ends; 0 until the first look. */
  dayEnd: EpochMs
  pnlToday: bigint
}

/** The realised result of the house on rounds since 00:00 KST; a new day starts from nothing. */
export function todayPnl(site: Site, at: EpochMs): bigint {
  if (at >= site.dayEnd) {
    const day = kstDay(at)
    if (site.day !== day) site.pnlToday = 0n
    site.day = day
    site.dayEnd = kstMidnight(at) + DAY_MS
  }
  return site.pnlToday
}

/** What rounds keep. */
interface Rounds {
  readonly sites: Map<number, Site>
  readonly options: Map<number, Option>
  readonly optionsOf: Map<string, Option[]>
  readonly rounds: Map<number, Round>
  /** Decided rounds whose bets are not all settled, oldest decision first. */
  readonly settling: Round[]
  /** The first turn after a start has made the rounds that are played: from then on a changed option makes its own. */
  hasBegun: boolean
  /** Binary rounds with bets that can be struck at once but did not fit into the turn. */
  readonly strikable: Set<Round>
}

const rounds = newPart<Rounds>(() => ({
  sites: new Map(),
  options: new Map(),
  optionsOf: new Map(),
  rounds: new Map(),
  settling: [],
  strikable: new Set(),
  hasBegun: false,
}))

export const roundsOf = (state: State): Rounds => state.parts.of(rounds)

export function addOption(state: State, option: Option): void {
  const { options, optionsOf } = roundsOf(state)
  const { id, instrument } = option.row
  invariant(!options.has(id), `option ${id} exists`)
  options.set(id, option)
  const others = optionsOf.get(instrument)
  if (others) others.push(option)
  else optionsOf.set(instrument, [option])
}

/** The options that are played on an instrument. */
export const optionsOn = (state: State, instrument: string): readonly Option[] =>
  roundsOf(state).optionsOf.get(instrument) ?? []

/** An option, its feed and its rounds in memory, oldest first. */
export interface Option extends Cell<RoundOption> {
  readonly site: Site
  readonly prices: PriceHistory
  rounds: Round[]
}

/** What a member has open in a round. */
interface MemberStake {
  side: 'B' | 'S'
  count: number
  point: bigint
  lastAt: EpochMs
}

export interface Bet extends Cell<BetRow> {
  readonly member: Member
  readonly wallet: Wallet
  /** Whose bonus money is a part of the stake; null where none is. */
  readonly bonus: Wallet | null
}

export interface Round extends Cell<RoundRow> {
  readonly option: Option
  readonly binary: boolean
  readonly exposure: Exposure
  /** What this round adds to its site's exposure. */
  counted: number
  /** In order of leafIndex. */
  bets: Bet[]
  readonly stakes: Map<number, MemberStake>
  /** Bets whose strike is not known, in order of acceptance, from `nextWaiting`. */
  waiting: Bet[]
  nextWaiting: number
  /** A strike deadline of this round stands in the due queue. */
  deadlineQueued: boolean
  /** The leaves so far; null for rounds whose bets are not published as a tree. */
  leaves: MerkleFrontier | null
  /** The place in `bets` up to which settlement came. */
  settled: number
  /** What the house still loses on a decided round; counts down to 0 as its bets settle. */
  lossLeft: number
  /** Display only, binary: the open tick was looked up. */
  openTickDone: boolean
}

export function newRound(option: Option, row: RoundRow, leaves: MerkleFrontier | null): Round {
  const binary = isBinary(option.row.type)
  return {
    ...cell(row),
    option,
    binary,
    exposure: binary ? new BinaryExposure() : new RentExposure(),
    counted: 0,
    bets: [],
    stakes: new Map(),
    waiting: [],
    nextWaiting: 0,
    deadlineQueued: false,
    leaves,
    settled: 0,
    lossLeft: 0,
    openTickDone: false,
  }
}

/** Brings the site's sum up to date with what the round can still cost. */
export function countExposure(round: Round): void {
  const value = round.row.decidedAt === null ? round.exposure.value() : round.lossLeft
  const counted = value > 0 && round.row.settledAt === null ? value : 0
  round.option.site.exposure += counted - round.counted
  round.counted = counted
}

/** Remembers a stake as open in its round. */
export function addStake(round: Round, bet: BetRow): void {
  const stake = round.stakes.get(bet.memberId)
  if (!stake) {
    round.stakes.set(bet.memberId, { side: bet.side, count: 1, point: bet.point, lastAt: bet.acceptedAt })
    return
  }
  stake.count++
  stake.point += bet.point
  stake.lastAt = Math.max(stake.lastAt, bet.acceptedAt)
}

/** Forgets a stake that was settled or became void. */
export function dropStake(round: Round, bet: BetRow): void {
  const stake = round.stakes.get(bet.memberId)
  if (!stake) return
  stake.count--
  stake.point -= bet.point
  if (stake.count === 0) round.stakes.delete(bet.memberId)
}
