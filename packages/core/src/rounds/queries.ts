import { query } from '../query.ts'
import type { State } from '../state.ts'
import { shownStop } from '../stops/state.ts'
import type { EpochMs, Minor, RoundOption, RoundRow } from '../types.ts'
import { type Round, roundsOf } from './state.ts'

interface OfSite {
  readonly siteId: number
}
interface OfOption extends OfSite {
  readonly optionId: number
}

/** Open stakes of a member in a round by side. */
interface Points {
  readonly buyPoint: Minor
  readonly sellPoint: Minor
}

/** What a page of an option shows. */
interface Game {
  readonly option: RoundOption
  /** The round that takes stakes now (or next), and the one that runs. */
  readonly betting: RoundRow | null
  readonly running: RoundRow | null
  readonly feed: 'live' | 'stale'
  /** The member's stakes in the round that is to be bet on, else in the one that runs; null for a guest. */
  readonly my: Points | null
}

/** What may be asked of rounds. */
export const roundQueries = {
  'rounds.options': query('site', (state, { siteId }: OfSite, at): readonly RoundOption[] =>
    [...roundsOf(state).options.values()]
      .map((option) => shownStop(state, 'ROUND', option.row, at))
      .filter((row) => row.siteId === siteId)
      .sort((a, b) => a.id - b.id),
  ),
  'rounds.option': query('site', (state, { siteId, optionId }: OfOption, at): RoundOption | null => {
    const option = roundsOf(state).options.get(optionId)
    return option && option.row.siteId === siteId ? shownStop(state, 'ROUND', option.row, at) : null
  }),
  /** Null where the site has no such option. */
  'rounds.game': query('option', (state, args: OfOption & { readonly memberId: number | null }, at): Game | null => {
    const option = roundsOf(state).options.get(args.optionId)
    if (!option || option.row.siteId !== args.siteId) return null
    const running = option.rounds.find(({ row }) => row.startAt <= at && at < row.endAt) ?? null
    const betting =
      option.rounds.find(({ row, binary }) => row.openAt <= at && at < (binary ? row.endAt : row.startAt)) ??
      option.rounds.find(({ row }) => row.openAt > at) ??
      null
    return {
      option: shownStop(state, 'ROUND', option.row, at),
      betting: betting?.row ?? null,
      running: running?.row ?? null,
      feed: feedOf(state, option.row.instrument, at),
      my: args.memberId === null ? null : pointsIn(betting ?? running, args.memberId),
    }
  }),
}

const feedOf = (state: State, instrument: string, at: EpochMs) =>
  state.instruments.get(instrument)?.feedChange(at).state ?? 'stale'

function pointsIn(round: Round | null, memberId: number): Points {
  const stake = round?.stakes.get(memberId)
  const point = stake?.point ?? 0n
  return stake?.side === 'S' ? { buyPoint: 0n, sellPoint: point } : { buyPoint: point, sellPoint: 0n }
}
