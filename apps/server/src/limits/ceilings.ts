import { consoleMemberEndpoints } from '@maru/contract'
import { byStaff, parseMinor } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { CoreAnswer, Refused, route } from '../http/index.ts'
import { memberById } from '../members/index.ts'
import { depositsSince } from './deposit-store.ts'
import { windowMs } from './store.ts'

/** What staff allow one member at most. The core keeps to it, logs it and has the member hear of it. */
export function registerCeilings(app: FastifyInstance, deps: Deps): void {
  const { db, core, clocks } = deps
  route(app, deps, consoleMemberEndpoints.deskMemberCeiling, async (call) => {
    const { params, body, site, member, idempotency: key } = call
    const { kind, currency, amount, before, reason } = body
    const minor = (text: string | undefined): bigint | null => {
      const parsed = text === undefined ? null : parseMinor(text, currency)
      if (text !== undefined && parsed === null) throw new Refused('INVALID_REQUEST', { field: 'body/amount' })
      return parsed
    }
    const { row, deposits } = await db.tenant(site.id, async (tx) => ({
      row: await memberById(tx, site.id, params.id),
      deposits: kind === 'DEPOSIT' ? await depositsSince(tx, site.id, params.id, clocks.wall() - windowMs['30d']) : [],
    }))
    if (row === null || row.kind === 'STAFF') throw new Refused('USER_NOT_FOUND')
    if (row.leftAt !== null) throw new Refused('MEMBER_LEFT')
    return new CoreAnswer(
      await core.submit({
        kind: 'setCeiling',
        ...byStaff(site.id, member.memberId, reason, { key }),
        memberId: row.id,
        ceiling: kind,
        currency,
        amount: minor(amount),
        before: minor(before),
        deposits,
      }),
    )
  })
}
