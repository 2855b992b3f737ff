import { cell } from '../effects.ts'
import { configureFutures } from '../futures/configure.ts'
import { futuresOf } from '../futures/state.ts'
import { invariant } from '../invariant.ts'
import { configureOversea } from '../oversea/configure.ts'
import { overseaOf } from '../oversea/state.ts'
import { configureOption } from '../rounds/configure.ts'
import { roundsOf } from '../rounds/state.ts'
import type { State, Turn } from '../state.ts'
import { marketName } from '../trading/state.ts'
import type { Command, Reply, SiteConfig } from '../types.ts'
import { shippedSite } from './shipped.ts'

type OpenSite = Extract<Command, { kind: 'openSite' }>

/**
 * Opens a site with what is shipped, and adds what it lacks of the options that are named. What it has stays as staff have set it, so that
 * a repeat changes nothing.
 */
export function openSite(state: State, { siteId, rounds, futures, oversea }: OpenSite, turn: Turn): Reply {
  if (!state.sites.has(siteId)) addSite(state, siteId, turn)
  const games = new Set(
    [...roundsOf(state).options.values()].flatMap(({ row }) =>
      row.siteId === siteId ? [`${row.instrument} ${row.type}`] : [],
    ),
  )
  for (const option of rounds)
    if (!games.has(`${option.instrument} ${option.type}`))
      assertDone(configureOption(state, { ...option, siteId, id: turn.nextId() }, turn))
  for (const option of futures)
    if (!futuresOf(state).markets.has(marketName(siteId, option.id)))
      assertDone(configureFutures(state, { ...option, siteId }, turn))
  for (const option of oversea)
    if (!overseaOf(state).markets.has(marketName(siteId, option.id)))
      assertDone(configureOversea(state, { ...option, siteId }, turn))
  return { status: 200, body: {} }
}

function addSite(state: State, siteId: number, turn: Turn): void {
  const config = cell<SiteConfig>({ siteId, ...shippedSite })
  state.sites.set(siteId, config)
  roundsOf(state).sites.set(siteId, { config, exposure: 0, day: '', dayEnd: 0, pnlToday: 0n })
  turn.effects.put('sites', config)
}

/** Options come from the house itself: one that the core refuses is a fault of the code. */
function assertDone({ status, body }: Reply): void {
  invariant(status < 400, `an option of a new site is refused: ${JSON.stringify(body)}`)
}
