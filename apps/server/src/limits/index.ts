import { consoleMemberEndpoints, type Limits, memberEndpoints } from '@maru/contract'
import { byMember, formatMinor, type LimitSetting, type MemberLimitRow, parseMinor, UseHistory } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { CoreAnswer, Refused, route } from '../http/index.ts'
import { memberById, spreadExclusions } from '../members/index.ts'
import { registerCeilings } from './ceilings.ts'
import { announcedDeposits, depositsSince } from './deposit-store.ts'
import { registerRisk } from './risk.ts'
import { acknowledgedAt } from './risk-store.ts'
import { ceilingsOf, heldBack, limitsOf, restsOf, settledSince, windowMs } from './store.ts'
import { openUseMeter } from './use-meter.ts'
import { usesSince } from './use-store.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const coolOffMs = {
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
  '6w': 42 * 24 * hourMs,
} as const
const exclusionMonths = { '6m': 6, '1y': 12, '5y': 60 } as const

/** The limits that a member sets for himself, the rest he takes and his self-exclusion. The core enforces all of them. */
export function registerLimits(app: FastifyInstance, deps: Deps): void {
  registerRisk(app, deps)
  openUseMeter(app, deps)

  route(app, deps, memberEndpoints.limitMy, ({ member }) => limitsNow(deps, member.siteId, member.memberId))

  route(app, deps, consoleMemberEndpoints.deskMemberLimits, async ({ params, site }) => {
    const since = deps.clocks.wall() - windowMs['24h']
    const { row, uses, readAt } = await deps.db.tenant(site.id, async (tx) => ({
      row: await memberById(tx, site.id, params.id),
      uses: await usesSince(tx, site.id, params.id, since),
      readAt: await acknowledgedAt(tx, site.id, params.id),
    }))
    if (row === null || row.kind === 'STAFF') throw new Refused('USER_NOT_FOUND')
    const history = new UseHistory()
    for (const use of uses) history.add(use)
    return {
      ...(await limitsNow(deps, site.id, row.id)),
      usedMinutes: Math.floor(history.used('24h', deps.clocks.wall()) / minuteMs),
      acknowledgedAt: readAt,
    }
  })

  registerCeilings(app, deps)

  route(app, deps, memberEndpoints.limitSet, async ({ body, member, idempotency }) => {
    const limits = body.limits.map(({ amount, currency, kind, window }): LimitSetting => {
      const unit = currency ?? 'MIN'
      const parsed = amount === null ? null : parseMinor(amount, unit)
      if (amount !== null && parsed === null) throw new Refused('INVALID_REQUEST', { field: 'body/limits' })
      return { kind, window, currency: unit, amount: parsed }
    })
    const { siteId, memberId } = member
    const from = deps.clocks.wall() - windowMs['30d']
    const [history, uses, deposits] = await deps.db.tenant(siteId, (tx) =>
      Promise.all([
        settledSince(tx, siteId, memberId, from),
        usesSince(tx, siteId, memberId, from),
        depositsSince(tx, siteId, memberId, from),
      ]),
    )
    const command = { kind: 'setLimits', ...byMember({ siteId, memberId }, idempotency) } as const
    return submit(deps, { ...command, limits, history, uses, deposits })
  })

  route(app, deps, memberEndpoints.limitConfirm, ({ member, idempotency }) =>
    submit(deps, { kind: 'confirmLimits', ...byMember(member, idempotency) }),
  )

  route(app, deps, memberEndpoints.coolOff, ({ body, member, idempotency }) =>
    submit(deps, {
      kind: 'coolOff',
      ...byMember(member, idempotency),
      until: deps.clocks.wall() + coolOffMs[body.period],
    }),
  )

  route(app, deps, memberEndpoints.selfExclude, async ({ body, member, idempotency }) => {
    const months = exclusionMonths[body.period]
    const answer = await submit(deps, { kind: 'selfExclude', ...byMember(member, idempotency), months })
    if (answer.reply.status === 200) {
      // What does not get through now is done by the hourly job.
      await spreadExclusions(deps).catch((error: Error) =>
        deps.log.error({ err: error }, 'an exclusion did not spread'),
      )
    }
    return answer
  })
}

const submit = async (deps: Deps, command: Parameters<Deps['core']['submit']>[0]) =>
  new CoreAnswer(await deps.core.submit(command))

/** The limits that are set, with what counts against each now (the same sums as the core's). */
async function limitsNow(deps: Deps, siteId: number, memberId: number): Promise<Limits> {
  const now = deps.clocks.wall()
  return deps.db.tenant(siteId, async (tx) => {
    const [set, ceilings, { coolOffUntil, excludedUntil }, results, held, uses, deposits, announced] =
      await Promise.all([
        limitsOf(tx, siteId, memberId),
        ceilingsOf(tx, siteId, memberId),
        restsOf(tx, siteId, memberId),
        settledSince(tx, siteId, memberId, now - windowMs['30d']),
        heldBack(tx, siteId, memberId),
        usesSince(tx, siteId, memberId, now - windowMs['30d']),
        depositsSince(tx, siteId, memberId, now - windowMs['30d']),
        announcedDeposits(tx, siteId, memberId),
      ])
    const here = new UseHistory()
    for (const use of uses) here.add(use)
    const usedOf = ({ kind, window, currency }: MemberLimitRow): bigint => {
      if (currency === 'MIN') return BigInt(Math.floor(here.used(window, now) / minuteMs))
      if (kind === 'DEPOSIT') {
        const come = deposits.filter((deposit) => deposit.currency === currency && deposit.at > now - windowMs[window])
        return come.reduce((sum, { amount }) => sum + amount, announced.get(currency) ?? 0n)
      }
      const within = results.filter((result) => result.currency === currency && result.at > now - windowMs[window])
      const settled = within.reduce((sum, { stake, profit }) => sum + (kind === 'STAKE' ? stake : -profit), 0n)
      return settled + (held.get(currency) ?? 0n)
    }
    const limits = set.map((limit) => {
      const { kind, window, currency, amount, pendingAmount, pendingFrom } = limit
      return {
        kind,
        window,
        currency: currency === 'MIN' ? null : currency,
        amount: amount === null ? null : formatMinor(amount, currency),
        pendingAmount: pendingAmount === null ? null : formatMinor(pendingAmount, currency),
        pendingFrom,
        used: formatMinor(usedOf(limit), currency),
      }
    })
    return { limits, ceilings, coolOffUntil: ahead(coolOffUntil, now), selfExcludedUntil: ahead(excludedUntil, now) }
  })
}

const ahead = (until: number | null, now: number) => (until !== null && until > now ? until : null)

export { bringsMoney } from './deposit-store.ts'
export { forgetUses } from './use-store.ts'
