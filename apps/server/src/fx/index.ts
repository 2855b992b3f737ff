import { consoleFxEndpoints, type Fixing, type FxState } from '@maru/contract'
import { formatUnits, type GoodRate, rateDecimals } from '@maru/market'
import type { FastifyInstance } from 'fastify'
import { none, stale } from '../approvals/index.ts'
import { requestOf } from '../content/index.ts'
import type { Deps } from '../deps.ts'
import { deskList, fixingColumns } from '../desk-lists/index.ts'
import { Refused, route, type StaffMember } from '../http/index.ts'
import type { Dollar } from '../market/index.ts'
import { addStaffAct } from '../staff-log/index.ts'

interface FixingOfTable {
  readonly trading_day: string
  readonly rate: number
  readonly source: string
  readonly source_ts: string
  readonly at: string
}

/** The dollar's rate at the desk: what is fixed, what waits for a confirmation, and the confirmation (rules A). */
export function registerFx(app: FastifyInstance, deps: Deps, dollar: Dollar): void {
  const { config, db, ids, clocks, details } = deps
  /** The rate serves every site of the house: those at which a member of staff does not work are not his to decide for. */
  const otherSites = ({ staff }: StaffMember) =>
    app.sites.all().flatMap(({ id, name }) => (staff.siteIds.includes(id) ? [] : [name]))

  route(app, deps, consoleFxEndpoints.fxState, async ({ member }) => ({
    ...stateOf(dollar),
    otherSites: otherSites(member),
  }))

  deskList(app, deps, consoleFxEndpoints.fxFixings, fixingColumns, ({ site }) => ({
    siteId: site.id,
    source: 'fixing',
    where: 'site_group = $1',
    order: 'trading_day desc',
    values: [config.siteGroup],
    shown: (rows: FixingOfTable[]) => rows.map(fixingOf),
  }))

  route(app, deps, consoleFxEndpoints.fxConfirm, async (call) => {
    const { site, member, body, idempotency } = call
    const { rate, date, reason } = body
    if (otherSites(member).length > 0) throw new Refused('PERMISSION_DENIED')
    const proposed = dollar.desk?.proposed() ?? null
    if (proposed === null || decimalOf(proposed.rate) !== rate || proposed.date !== date) throw staleRate(dollar)
    const before = dollar.desk?.last() ?? null
    await db.tenant(site.id, async (tx) => {
      await addStaffAct(tx, {
        siteId: site.id,
        id: ids.next(),
        staffId: member.memberId,
        action: idempotency.route,
        subjectId: null,
        reason,
        said: { rate, date, source: proposed.source },
        changes: [{ table: 'fixing', row: 'USDKRW', before: before && stated(before), after: stated(proposed) }],
        request: requestOf(call),
        at: clocks.wall(),
      })
      // Last of all: what was confirmed is written down, and what is no longer proposed is not.
      if (dollar.desk?.confirm(proposed.rate, date) !== true) throw staleRate(dollar)
    })
    return { ...stateOf(dollar), otherSites: [] }
  })

  details.set('dollar', () => {
    const state = stateOf(dollar)
    if (!state.hasSource) return 'no source of the dollar’s rate is configured'
    if (state.source?.proposed) return `the dollar at ${state.source.proposed.rate} won waits for a confirmation`
    return state.source?.problem?.text ?? null
  })
}

/** What stands now: the rate that waits, or the last one. */
function staleRate({ desk }: Dollar): Refused {
  const [proposed, last] = [desk?.proposed() ?? null, desk?.last() ?? null]
  const label =
    proposed === null ? { ko: '적용 중인 환율', en: 'Rate in use' } : { ko: '확인할 환율', en: 'Rate to confirm' }
  const now = proposed ?? last
  return stale([[label, now === null ? none : `${decimalOf(now.rate)} (${now.date})`]])
}

function stateOf({ newest, hasSource, desk }: Dollar): Omit<FxState, 'otherSites'> {
  const now = newest()
  return {
    now: now && { rate: decimalOf(now.rate), source: now.source, sourceTs: now.sourceTs },
    source: desk && {
      last: stated(desk.last()),
      proposed: stated(desk.proposed()),
      problem: desk.problem(),
    },
    hasSource,
  }
}

function stated(rate: GoodRate): { rate: string; date: string; source: string }
function stated(rate: GoodRate | null): { rate: string; date: string; source: string } | null
function stated(rate: GoodRate | null) {
  return rate && { rate: decimalOf(rate.rate), date: rate.date, source: rate.source }
}

const fixingOf = (row: FixingOfTable): Fixing => ({
  tradingDay: row.trading_day,
  rate: decimalOf(row.rate),
  source: row.source,
  sourceTs: Number(row.source_ts),
  at: Number(row.at),
})

const decimalOf = (rate: number): string => formatUnits(rate, rateDecimals)
