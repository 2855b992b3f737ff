import { consoleSuspenseEndpoints, type SuspenseCandidate } from '@maru/contract'
import { type DnwRow, dnwWire, foldedName, isSameName, type SuspenseRow, tables } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/index.ts'
import { type DatabaseRow, select } from '../journal/index.ts'
import { memberFilter } from '../members/desk-search.ts'
import { marksOf, withMember } from '../members/marks.ts'
import type { Seal } from '../members/seal.ts'
import type { Tx } from '../ports.ts'
import { maskName, maskUsername } from './masks.ts'
import { payoutAccountsOf, payoutAccountWire } from './payout-accounts.ts'
import { soughtOf } from './sought.ts'
import { suspenseById } from './suspense.ts'

const mostCandidates = 20
/** Requests older than this are no reason to think that money is for them. */
const requestMs = 30 * 86_400_000
const people = withMember(`(select site_id, id as member_id from member where kind <> 'STAFF')`, 'people')

/** Whose the money may be that nobody owns yet: those whom the desk looks for, or those whose name or request fits it. */
export function registerSuspenseCandidates(app: FastifyInstance, deps: Deps, seal: Seal): void {
  route(app, deps, consoleSuspenseEndpoints.suspenseCandidates, ({ params, query: { q }, site }) =>
    deps.db.tenant(site.id, async (tx) => {
      const row = await suspenseById(tx, site.id, params.id)
      const since = deps.clocks.wall() - requestMs
      const ids = q === undefined ? await fitting(tx, row, since) : await named(tx, seal, row, q, since)
      const rows = await tx.query<DatabaseRow>(
        `select * from ${people} where site_id = $1 and member_id = any ($2) order by member_id limit ${mostCandidates}`,
        [site.id, ids],
      )
      const candidates = await Promise.all(rows.map((person) => candidateOf(tx, row, person, since)))
      return candidates.sort((a, b) => fitOf(b) - fitOf(a))
    }),
  )
}

const fitOf = ({ isSameName, request }: SuspenseCandidate): number =>
  (isSameName ? 2 : 0) + (request?.isSameAmount ? 1 : 0)

/** Who has the payer's name, is thought to own it, or asked to deposit just this amount. */
async function fitting(tx: Tx, row: SuspenseRow, since: number): Promise<number[]> {
  const start = foldedName(row.payer).slice(0, 2)
  const alike = await tx.query<{ id: string; name: string }>(
    `select id, name from member where site_id = $1 and $2 <> ''
       and strpos(regexp_replace(lower(normalize(name, NFKC)), '\\s', '', 'g'), $2) > 0 order by id`,
    [row.siteId, start],
  )
  const ofName = alike.filter(({ name }) => isSameName(name, row.payer)).slice(0, mostCandidates)
  const own = row.memberId === null ? [] : [row.memberId]
  return [...own, ...ofName.map(({ id }) => Number(id)), ...(await whoAsked(tx, row, String(row.amount), since))]
}

/** Whom a text names: a name, username, number, phone or account of his, or the amount of a deposit that he asked for. */
async function named(tx: Tx, seal: Seal, row: SuspenseRow, q: string, since: number): Promise<number[]> {
  const { where, values } = memberFilter(seal, row.siteId, { q })
  const rows = await tx.query<{ id: string }>(
    `select id from member where ${where} order by id limit ${mostCandidates}`,
    [...values],
  )
  const amount = soughtOf(q)[3][row.currency]
  return [...rows.map(({ id }) => Number(id)), ...(amount === undefined ? [] : await whoAsked(tx, row, amount, since))]
}

async function whoAsked(tx: Tx, { siteId, currency }: SuspenseRow, amount: string, since: number): Promise<number[]> {
  const rows = await tx.query<{ member_id: string }>(
    `select member_id from dnw
      where site_id = $1 and type = 'D' and currency = $2 and point = $3 and created_at >= $4 and status <> 'COMPLETED'
      order by id desc limit ${mostCandidates}`,
    [siteId, currency, amount, since],
  )
  return rows.map(({ member_id }) => Number(member_id))
}

async function candidateOf(tx: Tx, row: SuspenseRow, person: DatabaseRow, since: number): Promise<SuspenseCandidate> {
  const memberId = Number(person['member_id'])
  const name = String(person['of_name'])
  const [request] = await select(
    tx,
    tables.dnw,
    `where site_id = $1 and member_id = $2 and type = 'D' and currency = $3 and created_at >= $4 and status <> 'COMPLETED'
      order by point = $5 desc, id desc limit 1`,
    [row.siteId, memberId, row.currency, since, row.amount],
  )
  const accounts = await payoutAccountsOf(tx, row.siteId, memberId)
  return {
    memberId,
    username: maskUsername(String(person['of_username'])),
    name: maskName(name),
    isSameName: name !== '' && isSameName(name, row.payer),
    accounts: accounts.map((account) => payoutAccountWire(account).label),
    request: request ? { ...briefOf(request), isSameAmount: request.point === row.amount } : null,
    marks: marksOf(person),
  }
}

function briefOf(row: DnwRow) {
  const { id, point, status, createdAt } = dnwWire(row)
  return { id, point, status, createdAt }
}
