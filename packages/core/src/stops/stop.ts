import { type Cell, cell } from '../effects.ts'
import { futuresOf } from '../futures/state.ts'
import { refusalReply } from '../idempotency.ts'
import { announceRest } from '../oversea/announce.ts'
import { overseaOf } from '../oversea/state.ts'
import { roundsOf } from '../rounds/state.ts'
import { change, type State, type Turn } from '../state.ts'
import type { Command, Reply } from '../types.ts'
import { dropStop, isOn, isStopped, keepStop, stopsOf } from './state.ts'
import type { Line, StopRow } from './tables.ts'

type Given<Kind extends Command['kind']> = Extract<Command, { readonly kind: Kind }>

const MAX_REASON = 200

/** Stops an instrument, a line of products, or withdrawals: at once, and until two persons open it again. */
export function stop(state: State, command: Given<'stop'>, turn: Turn): Reply {
  const { siteId, scope, line, instrument, actor } = command
  const reason = command.reason.trim()
  const site = state.sites.get(siteId)
  if (!site) return refusalReply('SITE_NOT_FOUND')
  const fault = faultOf(command, reason)
  if (fault !== null) return refusalReply('INVALID_REQUEST', { key: fault })
  if (instrument !== null && !isListed(state, siteId, line, instrument)) return refusalReply('STOCK_NOT_FOUND')
  const standing = stopsOf(state, siteId).find(
    ({ row }) => row.scope === scope && row.line === line && row.instrument === instrument,
  )
  if (standing) return replyOf(standing)
  const stopped = cell({
    siteId,
    id: turn.nextId(),
    scope,
    line,
    instrument,
    reason,
    givenBy: actor.id,
    givenAt: turn.wall,
    confirmBy: turn.wall + site.row.stopConfirmMs,
    confirmedBy: null,
    confirmedAt: null,
    openedBy: null,
    openedApprovedBy: null,
    openedReason: null,
    openedAt: null,
  })
  announceStop(state, stopped.row, turn)
  keepStop(state, stopped)
  turn.effects.put('stops', stopped)
  return replyOf(stopped)
}

/** A second person agrees to a stop. */
export function confirmStop(state: State, { siteId, stopId, actor }: Given<'confirmStop'>, turn: Turn): Reply {
  const standing = find(state, siteId, stopId)
  if (!standing) return refusalReply('HISTORY_NOT_FOUND')
  if (standing.row.givenBy === actor.id) return refusalReply('APPROVAL_SELF')
  if (standing.row.confirmedBy !== null) return refusalReply('STALE_VERSION')
  change(turn.effects, 'stops', standing, { confirmedBy: actor.id, confirmedAt: turn.wall })
  return replyOf(standing)
}

/** Two persons open again what was stopped. */
export function openStop(state: State, command: Given<'openStop'>, turn: Turn): Reply {
  const { siteId, stopId, actor, approval } = command
  const standing = find(state, siteId, stopId)
  if (!standing) return refusalReply('HISTORY_NOT_FOUND')
  if (!approval) return refusalReply('PERMISSION_DENIED')
  dropStop(state, standing)
  change(turn.effects, 'stops', standing, {
    openedBy: actor.id,
    openedApprovedBy: approval.staffId,
    openedReason: command.reason.trim(),
    openedAt: turn.wall,
  })
  return replyOf(standing)
}

const find = (state: State, siteId: number, stopId: number): Cell<StopRow> | undefined =>
  stopsOf(state, siteId).find(({ row }) => row.id === stopId)

const replyOf = ({ row }: Cell<StopRow>): Reply => ({
  status: 200,
  body: { id: row.id, isConfirmed: row.confirmedBy !== null, isOpen: row.openedAt !== null },
})

function faultOf({ scope, line, instrument }: Given<'stop'>, reason: string): string | null {
  if (line !== null && !lines.has(line)) return 'line'
  if (scope === 'INSTRUMENT' ? instrument === null : instrument !== null) return 'instrument'
  if (scope === 'LINE' ? line === null : scope === 'WITHDRAWALS' && line !== null) return 'line'
  if (scope !== 'INSTRUMENT' && scope !== 'LINE' && scope !== 'WITHDRAWALS') return 'scope'
  return reason === '' || reason.length > MAX_REASON ? 'reason' : null
}

const lines: ReadonlySet<Line> = new Set(['ROUND', 'FUTURES', 'OVERSEA', 'COPY'])

function isListed(state: State, siteId: number, line: Line | null, instrument: string): boolean {
  const has = (rows: Iterable<{ readonly row: { readonly siteId: number; readonly instrument: string } }>) =>
    [...rows].some(({ row }) => row.siteId === siteId && row.instrument === instrument)
  return (
    ((line === null || line === 'ROUND') && has(roundsOf(state).options.values())) ||
    ((line === null || line === 'FUTURES' || line === 'COPY') && has(futuresOf(state).markets.values())) ||
    ((line === null || line === 'OVERSEA') && has(overseaOf(state).markets.values()))
  )
}

/** Tells the members of a site which contracts rest from now on. */
function announceStop(state: State, row: StopRow, turn: Turn): void {
  for (const contract of overseaOf(state).markets.values()) {
    const { siteId, instrument, isStop } = contract.row
    const isNew = siteId === row.siteId && !isStop && !isStopped(state, siteId, 'OVERSEA', instrument)
    if (isNew && isOn(row, 'OVERSEA', instrument)) announceRest(contract, null, turn)
  }
}
