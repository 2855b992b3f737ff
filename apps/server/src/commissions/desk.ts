import { randomUUID } from 'node:crypto'
import { consoleCommissionEndpoints } from '@maru/contract'
import { commissionStatusWords } from '@maru/contract/table-words'
import { byStaff, kstMonday } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { type About, field, moneyText, type SecondPerson, stale } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { commissionColumns, commissionPostingColumns, deskList } from '../desk-lists/index.ts'
import { kstDayPeriod } from '../http/filters.ts'
import { CoreAnswer, Refused, route } from '../http/index.ts'
import { allPartners, percentText } from '../partners/index.ts'
import type { Tx } from '../ports.ts'
import { weekPostings } from './postings.ts'
import { type Reports, weekOf } from './report.ts'

/** How headquarters look at a week of partners, and pay, hold or reject what it owes. */
export function registerCommissionDesk(app: FastifyInstance, deps: Deps, second: SecondPerson, reports: Reports): void {
  const { db, core } = deps
  const waiting = (about: About, tx: Tx) => payablesIn(tx, about.siteId, about.payload)
  second.register({
    COMMISSION_PAY: {
      permission: 'partners',
      alone: 'commission',
      item: ['week'],
      amount: async (about, tx) => ({
        amount: (await waiting(about, tx)).reduce((sum, { amount }) => sum + amount, 0n),
        currency: 'KRW',
      }),
      fields: async (about, tx) => [
        field({ ko: '주', en: 'Week of' }, null, String(about.payload['week'])),
        ...(await waiting(about, tx)).map(({ name, amount, state }) =>
          field(`${name} ${amount}`, commissionStatusWords[state], moneyText(amount, 'KRW')),
        ),
      ],
      command: ({ payload }, of) => ({
        kind: 'payCommissions',
        ...of,
        week: weekOfDay(String(payload['week'])),
        partnerIds: String(payload['partnerIds']).split(',').map(Number),
      }),
    },
    COMMISSION_REJECT: {
      permission: 'partners',
      alone: 'commission',
      item: ['week'],
      fields: async (about, tx) => [
        field({ ko: '주', en: 'Week of' }, null, String(about.payload['week'])),
        ...(await payablesIn(tx, about.siteId, { ...about.payload, partnerIds: String(about.subjectId) })).map(
          ({ name, amount, state }) =>
            field(`${name} ${amount}`, commissionStatusWords[state], commissionStatusWords.REJECTED),
        ),
      ],
      command: ({ payload, subjectId }, of) => ({
        kind: 'rejectCommission',
        ...of,
        week: weekOfDay(String(payload['week'])),
        partnerId: subjectId,
      }),
    },
  })

  const asked = (siteId: number, day: string | undefined) => {
    const now = kstMonday(deps.clocks.domain.now())
    const week = day === undefined ? now : weekOfDay(day)
    if (week > now) throw new Refused('PARTNER_WEEK')
    return { siteId, week }
  }

  route(app, deps, consoleCommissionEndpoints.commissionWeek, async ({ query, site }) => {
    const report = await reports.of(asked(site.id, query.week))
    return weekOf(report, await db.tenant(site.id, (tx) => allPartners(tx, site.id, 0)))
  })

  deskList(app, deps, consoleCommissionEndpoints.commissionLines, commissionColumns, async ({ query, site }) => {
    const { lines } = await reports.of(asked(site.id, query.week))
    const names = new Map(
      (await db.tenant(site.id, (tx) => allPartners(tx, site.id, 0))).map(({ id, name }) => [id, name]),
    )
    return {
      whole: lines
        .filter(({ partnerId }) => query.partnerId === undefined || partnerId === query.partnerId)
        .map(({ ownPpm, childPpm, base, amount, leftOutBase, carry, branchId, ...line }) => ({
          ...line,
          name: names.get(line.partnerId) ?? '',
          branchId: branchId || null,
          branchName: branchId === 0 ? null : (names.get(branchId) ?? null),
          base: String(base),
          ownRate: percentText(ownPpm),
          childRate: percentText(childPpm),
          amount: String(amount),
          leftOutBase: String(leftOutBase),
          carry: String(carry),
        })),
    }
  })

  deskList(app, deps, consoleCommissionEndpoints.commissionPostings, commissionPostingColumns, ({ query, site }) =>
    weekPostings(asked(site.id, query.week), query.partnerId),
  )

  route(app, deps, consoleCommissionEndpoints.commissionPay, async (call) => {
    const { week, partnerIds, reason } = call.body
    const payload = { week, partnerIds: [...new Set(partnerIds)].join(',') }
    const rows = await db.tenant(call.site.id, (tx) => payablesIn(tx, call.site.id, payload))
    const other = rows.find(({ state }) => state !== 'WAITING')
    if (other) throw stale([[other.name, commissionStatusWords[other.state]]])
    const of = { siteId: call.site.id, staffId: call.member.memberId, key: call.idempotency.key, reason }
    return second.ask({ ...of, kind: 'COMMISSION_PAY', subjectId: call.member.memberId, payload })
  })

  route(app, deps, consoleCommissionEndpoints.commissionReject, async (call) => {
    const { week, partnerId } = call.params
    await db.tenant(call.site.id, (tx) => payablesIn(tx, call.site.id, { week, partnerIds: String(partnerId) }))
    const of = { siteId: call.site.id, staffId: call.member.memberId, key: call.idempotency.key }
    return second.ask({
      ...of,
      kind: 'COMMISSION_REJECT',
      subjectId: partnerId,
      payload: { week },
      reason: call.body.reason,
    })
  })

  route(app, deps, consoleCommissionEndpoints.commissionHold, async (call) => {
    const { week, partnerId } = call.params
    const { isHeld, version, reason } = call.body
    const by = { ...byStaff(call.site.id, call.member.memberId, reason), key: call.idempotency }
    const of = { week: weekOfDay(week), partnerId, isHeld, version }
    return new CoreAnswer(await core.submit({ kind: 'holdCommission', ...by, ...of }))
  })
}

/** Holds all that is owed to a partner who was suspended: each week is decided by itself. */
export async function holdAll(
  { db, core }: Pick<Deps, 'db' | 'core'>,
  of: { readonly siteId: number; readonly staffId: number; readonly partnerId: number; readonly reason: string },
): Promise<void> {
  const rows = await db.tenant(of.siteId, (tx) =>
    tx.query<{ week: string; version: number }>(
      `select week, version from commission_payable where site_id = $1 and partner_id = $2 and state = 'WAITING' order by week`,
      [of.siteId, of.partnerId],
    ),
  )
  for (const { week, version } of rows) {
    const key = { key: randomUUID(), route: 'suspended partner', bodyHash: '' }
    const by = { ...byStaff(of.siteId, of.staffId, of.reason), key }
    await core.submit({
      kind: 'holdCommission',
      ...by,
      week: Number(week),
      partnerId: of.partnerId,
      isHeld: true,
      version,
    })
  }
}

/** Monday 00:00 KST of a day that is a Monday. */
function weekOfDay(day: string): number {
  const { from } = kstDayPeriod(day)
  if (kstMonday(from) !== from) throw new Refused('PARTNER_WEEK')
  return from
}

/** What a week owes these partners and nobody has decided. */
async function payablesIn(tx: Tx, siteId: number, payload: About['payload']) {
  const ids = String(payload['partnerIds']).split(',').map(Number)
  const rows = await tx.query<{ name: string; amount: string; state: 'WAITING' | 'HELD' }>(
    `select n.name, p.amount, p.state from commission_payable p
       join partner n on n.site_id = p.site_id and n.id = p.partner_id
      where p.site_id = $1 and p.week = $2 and p.partner_id = any ($3) and p.decided_at is null order by p.partner_id`,
    [siteId, weekOfDay(String(payload['week'])), ids],
  )
  if (rows.length !== ids.length) throw new Refused('STALE_VERSION')
  return rows.map(({ name, amount, state }) => ({ name, amount: BigInt(amount), state }))
}
