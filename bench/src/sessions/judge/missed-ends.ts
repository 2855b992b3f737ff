import { minute, type Session, seoulTime } from '../calendar.ts'
import type { Position } from '../records.ts'
import type { Case } from './case.ts'
import type { Cause } from './findings.ts'

/** What a turn closes and cancels at least, where that much is due: it is bounded, so that members get their turn. */
const endedInTurn = 12

/** Why the end of a session closed nothing of a position: no turn of the server, no price, or more to close than its turns could. */
export function missedEnd({ records, optionOf }: Case, position: Position, { closeAt }: Session): Cause {
  const { instrument } = optionOf(position)
  const due = closeAt - 5 * minute
  const turns = records.turns(due + 10_000, closeAt)
  const ticks = records.ticks(instrument, due + 10_000, turns.at(-1) ?? due)
  if (ticks.length === 0) return { how: 'a dead feed' }
  const inTime = (at: number | null) => at !== null && at >= due && at < closeAt
  const ended = [...records.orders.values()].filter(
    ({ origin, reason, closedAt }) => inTime(closedAt) && (origin === 'SYSTEM' || reason === 'SESSION_END'),
  )
  return ended.length >= endedInTurn * turns.length
    ? { how: 'a server that ended others until then' }
    : {
        fault: `outlived ${seoulTime(closeAt)}: ${turns.length} turns ended ${ended.length}, and ${ticks.length} prices came`,
      }
}
