import { consoleLedgerEndpoints } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { pageAnswer, pageOfQuery, periodOf } from '../http/filters.ts'
import { Refused, route } from '../http/index.ts'
import { causesOf, ledgerEntries, mostEntries, postingWire, txnPostings } from './store.ts'
import { catchUp } from './take-over.ts'

export { takeOverAll } from './take-over.ts'

/** The ledger as staff read it: the entries of a member or a day, and a transaction with what caused it. */
export function registerLedger(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  route(app, deps, consoleLedgerEndpoints.ledgerList, async ({ query, site }) => {
    const asked = pageOfQuery({ ...query, resultType: 'Page' })
    if (asked === null) throw new Error('a list of the console is a page')
    if (asked.offset >= mostEntries) throw new Refused('INVALID_REQUEST', { field: 'querystring/page' })
    const filter = { siteId: site.id, ...query, ...periodOf(query) }
    if (!(await catchUp(db, site.id))) throw new Refused('TRY_AGAIN_LATER')
    const { rows, total } = await db.tenant(site.id, async (tx) => {
      const who = 'select id from member where site_id = $1 and id = $2'
      const isKnown = query.memberId === undefined || (await tx.query(who, [site.id, query.memberId])).length > 0
      if (!isKnown) throw new Refused('USER_NOT_FOUND')
      return ledgerEntries(tx, filter, asked)
    })
    const reached = Math.min(total, mostEntries)
    return { ...pageAnswer(asked, rows, total), totalPages: Math.ceil(reached / asked.size) }
  })

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
