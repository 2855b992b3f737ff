import type { Halving } from '@maru/contract'
import type { Cell } from '../effects.ts'
import { newPart } from '../part.ts'
import type { State, Turn } from '../state.ts'
import type { EpochMs, SiteConfig } from '../types.ts'
import type { ReleaseRow } from './tables.ts'

/** Releases that the calendar has, by site. */
const part = newPart<Map<number, Cell<ReleaseRow>[]>>(() => new Map())

const none: readonly Cell<ReleaseRow>[] = []

/** The releases of a site, the earliest first. */
export const releasesOf = (state: State, siteId: number): readonly Cell<ReleaseRow>[] =>
  state.parts.of(part).get(siteId) ?? none

/** All releases that the calendars have. */
export const allReleases = (state: State): ReleaseRow[] =>
  [...state.parts.of(part).values()].flat().map(({ row }) => row)

/** Puts the releases of a site in place of those before. */
export const keepReleases = (state: State, siteId: number, releases: readonly Cell<ReleaseRow>[]): void => {
  const sorted = releases.toSorted((a, b) => a.row.at - b.row.at)
  if (sorted.length > 0) state.parts.of(part).set(siteId, sorted)
  else state.parts.of(part).delete(siteId)
}

type Span = Halving['windows'][number]

/** When less leverage opens on a site, by the wall clock and in order: windows that touch are one. */
export function windowsOf(state: State, siteId: number): readonly Span[] {
  const { isReleaseHalved, halvingLeadMs, halvingTailMs } = state.sites.get(siteId)!.row
  if (!isReleaseHalved) return []
  const windows: Span[] = []
  for (const { row } of releasesOf(state, siteId)) {
    const window = { from: row.at - halvingLeadMs, until: row.at + halvingTailMs }
    const last = windows.at(-1)
    if (last && window.from <= last.until) windows[windows.length - 1] = { from: last.from, until: window.until }
    else windows.push(window)
  }
  return windows
}

/** Until when a release holds leverage down at a time of the wall clock; null: none does. */
export function halvedUntil(state: State, siteId: number, wall: EpochMs): EpochMs | null {
  return windowsOf(state, siteId).find(({ from, until }) => wall >= from && wall < until)?.until ?? null
}

/** Half of a leverage, which is a whole number from 1. */
export const halved = (leverage: number): number => Math.max(1, Math.floor(leverage / 2))

/** Until when the end of a session holds leverage down; null: it does not. */
export function endingUntil({ isSessionEndHalved, halvingLeadMs }: SiteConfig, closeAt: EpochMs | null, at: EpochMs) {
  if (!isSessionEndHalved || closeAt === null) return null
  return at >= closeAt - halvingLeadMs && at < closeAt ? closeAt : null
}

/** What a site's members are told of it. */
export function halvingOf(state: State, siteId: number): Halving {
  const { isSessionEndHalved, halvingLeadMs } = state.sites.get(siteId)!.row
  return { windows: [...windowsOf(state, siteId)], sessionEndLeadMs: isSessionEndHalved ? halvingLeadMs : null }
}

/** Tells the members of a site that windows came, moved or went. */
export function announceHalving(state: State, siteId: number, turn: Turn): void {
  const data = halvingOf(state, siteId)
  for (const queue of ['futures', 'oversea'] as const)
    turn.effects.event({ to: 'site', siteId, queue, event: 'HALVING', data })
}
