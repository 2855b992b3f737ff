import type { Bet, CurrentGame, Round, TradeType } from '@maru/contract'

/** Rent: one strike for all, unknown while staking. Binary: each bet has its own. */
export type GameKind = 'rent' | 'binary'
export const kindOf = (type: TradeType): GameKind => (type.startsWith('B') ? 'binary' : 'rent')

/** Where a round stands by the clock. The server's phase follows by as long as a message takes; countdowns cannot wait for it. */
export type Stage =
  /** Not open yet. */
  | 'ahead'
  /** Stakes are taken. */
  | 'open'
  /** Stakes are closed; rent: before the start, binary: before the end. */
  | 'locked'
  /** Rent: between strike and close. */
  | 'running'
  /** Over; the result is on its way. */
  | 'deciding'
  /** Decided: the server has said so. */
  | 'decided'

export function stageOf(round: Round, now: number): Stage {
  if (round.phase === 'SETTLED' || round.phase === 'VOID') return 'decided'
  if (now < round.openAt) return 'ahead'
  if (now < round.lockAt) return 'open'
  if (now >= round.endAt) return 'deciding'
  return kindOf(round.type) === 'rent' && now >= round.startAt ? 'running' : 'locked'
}

export interface Arranged {
  /** The round on the ticket. */
  readonly betting: Round | null
  /** The round between its start and its result; for binary the same as `betting` while that lasts. */
  readonly running: Round | null
  /** The clock has left behind what the server last said: ask it again. */
  readonly behind: boolean
}

/** A round stays on the ticket, closed, for this long after its time: the next one is on its way, and nothing flickers. */
const graceMs = 1_000
const ticketEnd = ({ type, startAt, endAt }: Round) => (kindOf(type) === 'rent' ? startAt : endAt)

/** Which round is on the ticket and which one runs at `now`, from what the server last said. */
export function arrange(game: CurrentGame, now: number): Arranged {
  const known = [game.running, game.betting].filter((round) => round !== null)
  const due = game.betting && ticketEnd(game.betting)
  const left = due === null || now >= due
  const betting = due !== null && now < due + graceMs ? game.betting : null
  const started = known.filter((round) => now >= round.startAt && stageOf(round, now) !== 'decided')
  // The newest round that has started; an older one whose result is late stays in the lists, not on the strip.
  const running = started.toSorted((a, b) => b.startAt - a.startAt)[0] ?? null
  const late = running !== null && stageOf(running, now) === 'deciding' && now >= running.endAt + 2_000
  return { betting, running, behind: left || late }
}

/** The moments after `now` at which `arrange` changes. */
export function boundariesOf(game: CurrentGame): number[] {
  const rounds = [game.running, game.betting].filter((round) => round !== null)
  const moments = rounds.flatMap((round) => {
    const { openAt, lockAt, startAt, endAt } = round
    return [openAt, lockAt, startAt, endAt, ticketEnd(round) + graceMs]
  })
  return moments.toSorted((a, b) => a - b)
}

/** What a message about one round changes in what is known of the game. */
export function withRound(game: CurrentGame, round: Round, now: number): CurrentGame {
  const decided = round.phase === 'SETTLED' || round.phase === 'VOID'
  const next = { ...game }
  if (game.running?.id === round.id) next.running = decided && now >= round.endAt ? null : round
  if (game.betting?.id === round.id) next.betting = decided ? null : round
  if (decided || game.betting?.id === round.id || game.running?.id === round.id) return next
  // A round that was not known: the next one to stake on, which pushes the one before it into its run.
  if (!game.betting || round.startAt > game.betting.startAt) {
    if (game.betting && game.betting.endAt > now) next.running = game.betting
    next.betting = round
    if (kindOf(round.type) === 'binary') next.running = round
  } else if (!next.running || round.startAt > next.running.startAt) next.running = round
  return next
}

/** Bets of one round put together for the strip: side (one a round), sum, and the net if the round closed at `last`. */
export function stakeOn(bets: readonly Bet[], roundId: number) {
  const mine = bets.filter((bet) => bet.tradeRoundId === roundId && bet.status === 0)
  const first = mine[0]
  if (!first) return null
  return { type: first.type, point: mine.reduce((sum, { point }) => sum + Number(point), 0), bets: mine }
}
