import { consoleRiskEndpoints, mayAsk, type StaffRole, type Stop, StopLine } from '@maru/contract'
import { type BothLanguages, inEach } from '@maru/contract/language'
import { byStaff, type Command, type StopRow } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { field, type Payload, type SecondPerson } from '../approvals/index.ts'
import { pausedSince, standingBreaks } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { CoreAnswer, Refused, route } from '../http/index.ts'
import { staffNames } from '../staff-log/index.ts'

type Target = Pick<Extract<Command, { kind: 'stop' }>, 'scope' | 'line' | 'instrument'>

/** Emergency stops: one person stops, another one confirms, two open again. */
export function registerStops(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  const { core, db, reads } = deps
  const standing = async (siteId: number) => (await reads.ask('stops.standing', { siteId })).value

  second.register({
    STOP_OPEN: {
      alone: 'stop',
      permission: 'stopWithdrawals',
      bars: ({ payload }, { staff: { role } }) =>
        mayStop(payload['scope'] as StopRow['scope'], role) ? null : 'PERMISSION_DENIED',
      fields: async ({ siteId, subjectId, payload }) => {
        const isStanding = (await standing(siteId)).some(({ id }) => id === subjectId)
        return [field(placeText(payload), isStanding ? { ko: '정지', en: 'Stopped' } : open, open)]
      },
      check: async ({ subjectId }, { siteId }) => requireBalance(siteId, await stopOf(siteId, subjectId)),
      command: ({ subjectId }, of) => ({ kind: 'openStop', ...of, stopId: subjectId }),
    },
  })

  route(app, deps, consoleRiskEndpoints.stopList, async ({ site }) => {
    const [stops, { value: config }] = await Promise.all([
      standing(site.id),
      reads.ask('money.config', { siteId: site.id }),
    ])
    return { stops: stops.map(shown), isPausedByBreak: config.isWithdrawPaused }
  })

  route(app, deps, consoleRiskEndpoints.standing, async ({ site }) => {
    const [stops, { value: config }] = await Promise.all([
      standing(site.id),
      reads.ask('money.config', { siteId: site.id }),
    ])
    const names = await staffNames(
      db,
      stops.map(({ givenBy }) => givenBy),
    )
    const isPaused = config.isWithdrawPaused
    return {
      stops: stops.map((stop) => ({ ...shown(stop), givenByName: names.get(stop.givenBy) ?? '' })),
      isPaused,
      pausedAt: isPaused ? await db.system((tx) => pausedSince(tx, site.id)) : null,
    }
  })

  route(app, deps, consoleRiskEndpoints.stopGive, async ({ body, site, member, idempotency: key }) => {
    const target = targetOf(body)
    requireScope(target.scope, member.staff.role)
    const by = { ...byStaff(site.id, member.memberId, body.reason), key }
    return told(site.id, { kind: 'stop', ...by, ...target })
  })

  route(app, deps, consoleRiskEndpoints.stopConfirm, async ({ params, body, site, member, idempotency: key }) => {
    requireScope((await stopOf(site.id, params.id)).scope, member.staff.role)
    const by = { ...byStaff(site.id, member.memberId, body.reason), key }
    return told(site.id, { kind: 'confirmStop', ...by, stopId: params.id })
  })

  route(app, deps, consoleRiskEndpoints.stopOpen, async ({ params, body, site, member, idempotency: { key } }) => {
    const stop = await stopOf(site.id, params.id)
    requireScope(stop.scope, member.staff.role)
    await requireBalance(site.id, stop)
    const of = { siteId: site.id, staffId: member.memberId, key, reason: body.reason }
    const { scope, line, instrument } = stop
    const payload = { scope, ...(line === null ? {} : { line }), ...(instrument === null ? {} : { instrument }) }
    return second.ask({ ...of, kind: 'STOP_OPEN', subjectId: params.id, payload })
  })

  /** Gives a command and answers with the stop as it is then. */
  async function told(siteId: number, command: Command): Promise<Stop | CoreAnswer> {
    const answer = await core.submit(command)
    if (answer.status >= 400) return new CoreAnswer(answer)
    return shown(await stopOf(siteId, (answer.body as { id: number }).id))
  }

  async function stopOf(siteId: number, id: number): Promise<StopRow> {
    const found = (await standing(siteId)).find((stop) => stop.id === id)
    if (found === undefined) throw new Refused('HISTORY_NOT_FOUND')
    return found
  }

  /** After a break withdrawals open only once the ledger balances again. */
  async function requireBalance(siteId: number, { scope }: Pick<StopRow, 'scope'>): Promise<void> {
    if (scope !== 'WITHDRAWALS') return
    const breaks = await db.system(standingBreaks)
    if (breaks.some(({ sites }) => sites.includes(siteId))) throw new Refused('WITHDRAW_PAUSED')
  }
}

/** Withdrawals are stopped by those who answer for money too; trading by those who answer for the site. */
function requireScope(scope: StopRow['scope'], role: StaffRole): void {
  if (!mayStop(scope, role)) throw new Refused('PERMISSION_DENIED')
}
const mayStop = (scope: StopRow['scope'], role: StaffRole): boolean =>
  mayAsk(role, scope === 'WITHDRAWALS' ? 'stopWithdrawals' : 'stopTrading')

const open: BothLanguages = { ko: '열림', en: 'Open' }
const lineWords: Readonly<Record<string, BothLanguages>> = {
  ROUND: { ko: '회차', en: 'Rounds' },
  FUTURES: { ko: '무기한', en: 'Perpetuals' },
  OVERSEA: { ko: '해외선물', en: 'Overseas futures' },
}
/** What a stop stands on, in words. */
function placeText({ scope, line, instrument }: Payload): BothLanguages {
  if (scope === 'WITHDRAWALS') return { ko: '출금', en: 'Withdrawals' }
  const word = line === undefined ? undefined : lineWords[line]
  return inEach((language) => [word?.[language], instrument].filter(Boolean).join(' '))
}

function targetOf({ scope, id }: { readonly scope: Target['scope']; readonly id?: string | undefined }): Target {
  if (scope === 'WITHDRAWALS') {
    if (id !== undefined) throw new Refused('INVALID_REQUEST', { key: 'id' })
    return { scope, line: null, instrument: null }
  }
  const [first = '', symbol] = (id ?? '').split(':')
  const line = StopLine.safeParse(scope === 'LINE' || symbol !== undefined ? first : null)
  if (scope === 'LINE') {
    if (!line.success || symbol !== undefined) throw new Refused('INVALID_REQUEST', { key: 'id' })
    return { scope, line: line.data, instrument: null }
  }
  const instrument = symbol ?? first
  if (instrument === '' || (symbol !== undefined && !line.success)) throw new Refused('INVALID_REQUEST', { key: 'id' })
  return { scope, line: line.success ? line.data : null, instrument }
}

const shown = ({ id, scope, line, instrument, reason, ...row }: StopRow): Stop => ({
  id,
  scope,
  line,
  instrument,
  reason,
  givenBy: row.givenBy,
  givenAt: row.givenAt,
  confirmBy: row.confirmBy,
  confirmedBy: row.confirmedBy,
  confirmedAt: row.confirmedAt,
})
