import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { bySystem, type FuturesOption, type Refusal } from '@maru/core'
import { marketInstruments } from '@maru/market'
import { type Brackets, shippedBrackets, strictestOf } from '@maru/positions'
import type { Logger } from 'pino'
import type { CoreClient, Database, Reads } from '../ports.ts'

interface ImportDeps {
  readonly db: Database
  readonly core: CoreClient
  readonly reads: Reads
  readonly log: Logger
  /** How long the marks of open positions are waited for, in wall time. */
  readonly waitMs?: number
}

/**
 * Holds every perpetual to the venue's brackets where they are stricter than the shipped ones. What the core refuses stays as it is
 * and is logged; the next start tries again.
 */
export async function importBrackets(
  tables: ReadonlyMap<string, Brackets>,
  { db, core, reads, log, waitMs = 10_000 }: ImportDeps,
): Promise<void> {
  const sites = await db.system((tx) =>
    tx.query<{ id: string }>('select distinct site_id as id from futures_option order by 1'),
  )
  const until = performance.now() + waitMs
  const answers = await Promise.all(sites.map(({ id }) => reads.ask('futures.options', { siteId: Number(id) })))
  for (const option of answers.flatMap(({ value }) => value)) {
    const { siteId, stock } = option
    const venue = tableOf(option, tables)
    if (venue === undefined) {
      log.warn({ siteId, stock }, 'the file of leverage brackets does not name a perpetual: its brackets stay')
      continue
    }
    const brackets = strictestOf(venue, shippedBrackets(option.instrument))
    if (isDeepStrictEqual(brackets, option.brackets)) continue
    const outcome = await configure(core, { ...option, brackets }, until)
    if (outcome === 'WAITING') log.info({ siteId, stock }, 'leverage brackets of the venue are being judged')
    else if (outcome === null) log.info({ siteId, stock }, 'leverage brackets were taken over from the venue')
    else
      log.error(
        { siteId, stock, refusal: outcome, why: reasons[outcome] },
        'leverage brackets of the venue were refused',
      )
  }
}

/** By what the venue calls the instrument now; a file from before an issuer's renaming has our own symbol. */
function tableOf(option: FuturesOption, tables: ReadonlyMap<string, Brackets>): Brackets | undefined {
  const feedSymbol = marketInstruments.find(({ symbol }) => symbol === option.instrument)?.feedSymbol
  return (feedSymbol === undefined ? undefined : tables.get(feedSymbol)) ?? tables.get(option.instrument)
}

/** Null, WAITING where many accounts are judged, or the code of the refusal. Marks come moments after the start: until then open positions cannot be judged. */
async function configure(core: CoreClient, option: FuturesOption, until: number): Promise<string | null> {
  for (;;) {
    const reply = await core.submit({ kind: 'configureFutures', ...bySystem(option.siteId), option })
    if (reply.status < 400) return reply.status === 202 ? 'WAITING' : null
    const { code } = reply.body as Refusal
    if (code !== 'PRICE_FEED_STALE' || performance.now() >= until) return code
    await sleep(100)
  }
}

const reasons: Readonly<Record<string, string>> = {
  LEVERAGE_LOCKED_POSITION: 'an open account would be liquidated under them',
  PRICE_FEED_STALE: 'a mark of an account with open positions is not known',
  INVALID_REQUEST: 'they allow less than the default leverage of the perpetual',
}
