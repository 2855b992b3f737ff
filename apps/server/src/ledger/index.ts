import { consoleLedgerEndpoints, type HouseResult } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import {
  deskFile,
  deskList,
  houseResultColumns,
  kpiColumns,
  ledgerColumns,
  listPage,
  pageAsked,
  retentionColumns,
} from '../desk-lists/index.ts'
import { kstDay, kstDayPeriod, periodOf } from '../http/filters.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { houseResults, type NameOf } from './house-results.ts'
import { kpiByDay, retentionByWeek } from './kpi.ts'
import { causesOf, condition, entryOf, type LedgerFilter, ledgerEntries, postingWire, txnPostings } from './store.ts'
import { catchUp } from './take-over.ts'

export { earnedLines, houseLine, rateUnits } from './house-hours.ts'
export { txnPostings } from './store.ts'
export { catchUp, takeOverAll } from './take-over.ts'

const dayMs = 86_400_000
/** A report of the house's result covers so many days at most. */
const mostDays = 92

/** The ledger as staff read it: the entries of a member or a day, and a transaction with what caused it. */
export function registerLedger(app: FastifyInstance, deps: Deps): void {
  const { db, reads, clocks } = deps

  route(app, deps, consoleLedgerEndpoints.ledgerList, async ({ query, site }) => {
    const asked = pageAsked(query)
    const filter = await filterOf(query, site.id)
    const { rows, total } = await db.tenant(site.id, (tx) => ledgerEntries(tx, filter, asked))
    return listPage(asked, rows, total)
  })

  deskFile(app, deps, consoleLedgerEndpoints.ledgerList, ledgerColumns, async ({ query, site }) => ({
    siteId: site.id,
    source: 'ledger_entry',
    ...condition(await filterOf(query, site.id)),
    order: 'at desc, posting_id desc',
    shown: (rows: Record<string, string>[]) => rows.map(entryOf),
  }))

  /** Rows of a site from a ledger that has all that was posted. */
  const whole = async <T>(siteId: number, read: (tx: Tx, siteId: number, now: number) => Promise<T[]>) => {
    if (!(await catchUp(db, siteId))) throw new Refused('TRY_AGAIN_LATER')
    return { whole: await db.tenant(siteId, (tx) => read(tx, siteId, clocks.domain.now())) }
  }
  deskList(app, deps, consoleLedgerEndpoints.kpiList, kpiColumns, ({ site }) => whole(site.id, kpiByDay))
  deskList(app, deps, consoleLedgerEndpoints.retentionList, retentionColumns, ({ site }) =>
    whole(site.id, retentionByWeek),
  )

  deskList(app, deps, consoleLedgerEndpoints.houseResults, houseResultColumns, async ({ query, member }) => {
    const asked = periodOf(query)
    const now = clocks.domain.now()
    const to = Math.min(asked.to, kstDayPeriod(kstDay(now)).to)
    const from = query.startDate === undefined ? to - 7 * dayMs : asked.from
    if (to - from > mostDays * dayMs) throw new Refused('INVALID_REQUEST', { field: 'querystring/startDate' })
    const whole: HouseResult[] = []
    for (const id of member.staff.siteIds) {
      const site = app.sites.byId(id)
      if (site === null) continue
      if (!(await catchUp(db, id))) throw new Refused('TRY_AGAIN_LATER')
      const nameOf = await namesOf(id)
      const rows = await db.tenant(id, (tx) => houseResults(tx, id, { from, to }, nameOf))
      whole.push(...rows.map((row) => ({ ...row, site: site.name })))
    }
    const textOf = ({ site, line, instrument }: HouseResult) => `${site} ${line} ${instrument}`
    return { whole: whole.sort((a, b) => b.day.localeCompare(a.day)), textOf }
  })

  /** What the options of a site are called. */
  async function namesOf(siteId: number): Promise<NameOf> {
    const [rounds, futures, oversea] = await Promise.all([
      reads.ask('rounds.options', { siteId }),
      reads.ask('futures.options', { siteId }),
      reads.ask('oversea.options', { siteId }),
    ])
    const all = { ROUND: rounds.value, FUTURES: futures.value, OVERSEA: oversea.value }
    return (line, optionId) => all[line].find(({ id }) => id === optionId)?.koName ?? String(optionId)
  }

  /** What a call asks for, once everything that was posted can be found. */
  async function filterOf(query: LedgerQuery, siteId: number): Promise<LedgerFilter> {
    const filter = { siteId, ...query, ...periodOf(query) }
    if (!(await catchUp(db, siteId))) throw new Refused('TRY_AGAIN_LATER')
    const who = 'select id from member where site_id = $1 and id = $2'
    const { memberId } = query
    const isKnown =
      memberId === undefined || (await db.tenant(siteId, (tx) => tx.query(who, [siteId, memberId]))).length > 0
    if (!isKnown) throw new Refused('USER_NOT_FOUND')
    return filter
  }

  route(app, deps, consoleLedgerEndpoints.ledgerTxn, async ({ params, site }) =>
    db.tenant(site.id, async (tx) => {
      const postings = await txnPostings(tx, site.id, params.id)
      const [first] = postings
      if (first === undefined) throw new Refused('HISTORY_NOT_FOUND')
      const { txnId, reason, refId, at } = first
      return {
        txnId,
        reason,
        refId,
        at,
        postings: postings.map(postingWire),
        causes: await causesOf(tx, site.id, refId),
      }
    }),
  )
}

type LedgerQuery = Omit<LedgerFilter, 'siteId' | 'from' | 'to'> & Parameters<typeof periodOf>[0]
