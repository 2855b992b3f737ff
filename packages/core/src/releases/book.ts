import type { Halving } from '@maru/contract'
import type { Book } from '../book.ts'
import { cell, storedCell } from '../effects.ts'
import { refusalReply } from '../idempotency.ts'
import { query } from '../query.ts'
import { change, type State, type Turn } from '../state.ts'
import type { Command, Reply } from '../types.ts'
import { allReleases, announceHalving, halvingOf, keepReleases, releasesOf } from './state.ts'

type SetReleases = Extract<Command, { kind: 'setReleases' }>

/** So many releases of importance 3 no week has. */
const MOST = 1_000

/** Halving of leverage around economic releases and before the end of a session (rules C, G). */
export const releases = {
  name: 'releases',
  commands: { setReleases: { actors: ['system'], key: 'none', run: setReleases } },
  restore(state, snapshot) {
    const bySite = Map.groupBy(snapshot.releases, ({ siteId }) => siteId)
    for (const [siteId, rows] of bySite)
      keepReleases(
        state,
        siteId,
        rows.toSorted((a, b) => a.id - b.id).map((row) => storedCell(row)),
      )
  },
  rows: (state) => ({ releases: allReleases(state) }),
  queries: {
    /** When less leverage opens on a site. */
    'releases.halving': query(
      'site',
      (state, { siteId }: { readonly siteId: number }): Halving => halvingOf(state, siteId),
    ),
  },
} satisfies Book

/** Takes the calendar over: what is new stands, what is gone or moved stands no more. Orders that rest keep what they were taken with. */
function setReleases(state: State, { siteId, times }: SetReleases, turn: Turn): Reply {
  if (!state.sites.has(siteId)) return refusalReply('SITE_NOT_FOUND')
  if (times.length > MOST || times.some((at) => !Number.isSafeInteger(at) || at < 0))
    return refusalReply('INVALID_REQUEST', { key: 'times' })
  const wanted = new Set(times)
  const known = releasesOf(state, siteId)
  const kept = known.filter(({ row }) => wanted.has(row.at))
  const added = [...wanted]
    .filter((at) => !known.some(({ row }) => row.at === at))
    .map((at) => cell({ siteId, id: turn.nextId(), at, droppedAt: null }))
  if (added.length === 0 && kept.length === known.length) return { status: 200, body: {} }
  for (const gone of known)
    if (!wanted.has(gone.row.at)) change(turn.effects, 'releases', gone, { droppedAt: turn.wall })
  for (const release of added) turn.effects.put('releases', release)
  keepReleases(state, siteId, [...kept, ...added])
  announceHalving(state, siteId, turn)
  return { status: 200, body: {} }
}
