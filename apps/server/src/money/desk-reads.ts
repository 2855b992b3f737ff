import { consoleDnwEndpoints, consoleRequestEndpoints, type DeskRequest, type MemberStatus } from '@maru/contract'
import { type DnwRow, dnwWire, formatMinor, tables } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { isFarBeyond } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { deskColumns, deskList } from '../desk-lists/index.ts'
import { Refused, route } from '../http/index.ts'
import { type DatabaseRow, select } from '../journal/index.ts'
import type { Tx } from '../ports.ts'
import { staffNames } from '../staff-log/index.ts'
import { named, newestNotes, notesAbout } from './desk-notes.ts'
import { type DeskFilter, deskFilter, deskRow, deskRows, type NamedRow, namedRequests, namedRow } from './desk-rows.ts'
import { isEndable } from './payout-ends.ts'
import { usualRequests } from './usual-requests.ts'

const monthMs = 30 * 86_400_000

/** What the desk reads: the list of requests, and one with what decides about it. */
export function registerDeskReads(app: FastifyInstance, { db, reads, clocks, ...rest }: Deps): void {
  const deps = { db, reads, clocks, ...rest }
  const configOf = async (siteId: number) => (await reads.ask('money.config', { siteId })).value

  deskList(app, deps, consoleDnwEndpoints.deskList, deskColumns, async ({ query, site }) => {
    const config = await configOf(site.id)
    return {
      siteId: site.id,
      source: namedRequests,
      time: 'created_at',
      ...deskFilter(site.id, query),
      shown: async (raw: DatabaseRow[]) => {
        const rows = raw.map(namedRow)
        const names = await staffNames(
          db,
          rows.map(({ takenBy }) => takenBy),
        )
        const notes = await newestNotes(
          db,
          site.id,
          rows.map(({ id }) => id),
        )
        return rows.map((row) => deskRow(row, config, names, notes.get(row.id)))
      },
    }
  })

  route(app, deps, consoleRequestEndpoints.deskOne, async ({ params, site }) => {
    const config = await configOf(site.id)
    const now = clocks.wall()
    const read = await db.tenant(site.id, (tx) => oneRequest(tx, site.id, params.id, now))
    if (read === null) throw new Refused('HISTORY_NOT_FOUND')
    const { row, acts, usual, notes: stored, ...more } = read
    const notes = await named(db, stored)
    const names = await staffNames(db, [row.takenBy, ...acts.flatMap(({ staffId, to }) => [staffId, to])])
    const [first] = row.status === 'REVIEW' ? row.approvals : []
    return {
      ...deskRow(row, config, names, notes[0]),
      approvalsExpireAt: first === undefined ? null : first.at + config.approvalMs,
      usual: isFarBeyond(row.point, usual)
        ? { point: formatMinor(usual, row.currency), times: Number(usual === 0n ? row.point : row.point / usual) }
        : null,
      acts: acts.map(({ to, ...act }) => ({
        ...act,
        staffName: names.get(act.staffId) ?? '',
        toName: to === null ? null : (names.get(to) ?? String(to)),
      })),
      notes,
      ...more,
    }
  })
}

async function oneRequest(tx: Tx, siteId: number, id: number, now: number) {
  const byId: DeskFilter = { where: 'site_id = $1 and id = $2', values: [siteId, id], order: 'id' }
  const { rows } = await deskRows(tx, byId, { limit: 1, offset: 0, isCounted: false })
  const [row] = rows
  if (row === undefined) return null
  const acts = await actsAbout(tx, row)
  const notes = await notesAbout(tx, siteId, id)
  const [payout] = await select(tx, tables.payouts, 'where site_id = $1 and dnw_id = $2', [siteId, id])
  const usualOf = await usualRequests(tx, siteId, [row])
  return {
    row,
    acts,
    notes,
    usual: usualOf(row),
    payout: payout
      ? {
          state: payout.state,
          provider: payout.provider,
          providerRef: payout.providerRef,
          isEndable: isEndable(payout, now),
        }
      : null,
    member: await memberOf(tx, row, now),
  }
}

/** What decides about a request beside itself: whose it is, what he has, and what came and left lately. */
async function memberOf(tx: Tx, row: NamedRow, now: number): Promise<DeskRequest['member']> {
  const of = [row.siteId, row.memberId]
  const [person] = await tx.query<{ status: MemberStatus; created_at: string }>(
    'select status, created_at from member where site_id = $1 and id = $2',
    of,
  )
  if (person === undefined) throw new Error('a request without its member')
  const wallets = await select(tx, tables.wallets, 'where site_id = $1 and member_id = $2 order by type', of)
  const flows = await tx.query<{ type: string; count: string; won: string }>(
    `select type, count(*) as count, sum(won) as won from dnw
      where site_id = $1 and member_id = $2 and type in ('D', 'W') and status = 'COMPLETED' and processed_at >= $3 group by type`,
    [...of, now - monthMs],
  )
  const [waiting] = await tx.query<{ count: string }>(
    `select count(*) as count from dnw where site_id = $1 and member_id = $2 and processed_at is null and id <> $3`,
    [...of, row.id],
  )
  const newest = await select(
    tx,
    tables.dnw,
    'where site_id = $1 and member_id = $2 and id <> $3 order by id desc limit 5',
    [...of, row.id],
  )
  const flow = (type: string) => {
    const found = flows.find((one) => one.type === type)
    return { count: Number(found?.count ?? 0), won: found?.won ?? '0' }
  }
  return {
    status: person.status,
    createdAt: Number(person.created_at),
    wallets: wallets.map(({ type, currency, posted }) => ({
      type,
      currency: currency as DeskRequest['currency'],
      point: formatMinor(posted, currency),
    })),
    openRequests: Number(waiting?.count),
    deposits30d: flow('D'),
    withdrawals30d: flow('W'),
    newest: newest.map(brief),
  }
}

function brief(row: DnwRow): DeskRequest['member']['newest'][number] {
  const { id, type, status, point, currency, createdAt } = dnwWire(row)
  return { id, type, status, point, currency, createdAt }
}

/** What staff did about a request, and who unmasked its account, which is an act on the member. */
async function actsAbout(tx: Tx, { siteId, id, memberId }: DnwRow) {
  const where = `where site_id = $1 and subject_id in ($2, $3) and said ->> 'requestId' = $4 order by at, id limit 100`
  const rows = await select(tx, tables.staffActs, where, [siteId, id, memberId, String(id)])
  return rows.map(({ id, staffId, action, said, reason, refusal, at }) => {
    const to = action === 'handOverRequest' ? Number(said['to']) : null
    return { id, staffId, action, to, reason, refusal, at }
  })
}
