import { consoleLedgerEndpoints } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { deskFile, ledgerColumns, listPage, pageAsked } from '../desk-lists/index.ts'
import { periodOf } from '../http/filters.ts'
import { Refused, route } from '../http/index.ts'
import { causesOf, condition, entryOf, type LedgerFilter, ledgerEntries, postingWire, txnPostings } from './store.ts'
import { catchUp } from './take-over.ts'

export { earnedLines, houseLine, rateUnits } from './house-hours.ts'
export { txnPostings } from './store.ts'
export { catchUp, takeOverAll } from './take-over.ts'

/** The ledger as staff read it: the entries of a member or a day, and a transaction with what caused it. */
export function registerLedger(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

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
