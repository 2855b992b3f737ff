import { consoleStatementEndpoints } from '@maru/contract'
import { statementFault } from '@maru/provider-protocol'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import { addStaffAct } from '../staff-log/index.ts'
import { keptAccounts } from './accounts.ts'
import { linesOfCsv } from './csv.ts'
import { kstDay } from './days.ts'
import { noteImport, storeStatement } from './store.ts'

/** The desk brings the statement of a day where its provider cannot be asked; the next hourly run holds it against the ledger. */
export function registerStatementImport(app: FastifyInstance, deps: Deps): void {
  route(app, deps, consoleStatementEndpoints.statementImport, async ({ body, site, member }) => {
    const { currency, day, opening, closing, csv, reason } = body
    const kept = keptAccounts.find(([name, currencies]) => name === body.provider && currencies.includes(currency))
    if (kept === undefined) throw new Refused('INVALID_REQUEST', { key: 'provider' })
    const now = deps.clocks.wall()
    if (day > kstDay(now)) throw new Refused('INVALID_REQUEST', { key: 'day' })
    const lines = linesOfCsv(csv)
    if (lines === null) throw new Refused('INVALID_REQUEST', { key: 'csv' })
    const told = { account: currency, currency, day, opening, closing, isFinal: day < kstDay(now), lines }
    if (statementFault(told) !== null) throw new Refused('INVALID_REQUEST', { key: 'closing' })
    const place = { siteId: site.id, provider: kept[0], currency }
    const fault = await deps.db.system(async (tx) => {
      const found = await storeStatement(tx, place, told, now)
      if (found !== null) return found
      await noteImport(tx, place, day, { staffId: member.memberId, reason })
      const said = { provider: place.provider, currency, day, opening, closing, lines: lines.length }
      const act = { siteId: site.id, id: deps.ids.next(), staffId: member.memberId, action: 'statementImport' }
      await addStaffAct(tx, { ...act, said, request: null, reason, at: now })
      return null
    })
    if (fault !== null) throw new Refused('INVALID_REQUEST', { key: 'csv' })
    return { lines: lines.length }
  })
}
