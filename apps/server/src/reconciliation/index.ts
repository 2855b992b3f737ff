import { consoleReconcileEndpoints } from '@maru/contract'
import type { BothLanguages } from '@maru/contract/language'
import type { FastifyInstance } from 'fastify'
import { field, type SecondPerson } from '../approvals/index.ts'
import { standingBreaks } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { deskList, lineColumns, type RuleLine, ruleColumns, tableFile } from '../desk-lists/index.ts'
import { Refused, route } from '../http/index.ts'
import type { Providers } from '../providers/index.ts'
import { addStaffAct } from '../staff-log/index.ts'
import { lineList } from './lines.ts'
import { runNow } from './run-now.ts'
import { registerSettlements } from './settle.ts'
import { accountsOf, outcomeOf, waitingExits } from './standing.ts'

const openNow: BothLanguages = { ko: '열림', en: 'Open' }

/** Where staff see whether the books balance: the runs, what disagrees, the statements line by line, and the pause of withdrawals. */
export function registerReconciliation(
  app: FastifyInstance,
  deps: Deps,
  second: SecondPerson,
  providers: Providers,
): void {
  const { db, reads, clocks, ids } = deps
  registerSettlements(app, deps, second)
  second.register({
    PAUSE_OPEN: {
      permission: 'stopWithdrawals',
      fields: async ({ siteId }) => [
        field(
          { ko: '출금', en: 'Withdrawals' },
          (await isPausedNow(siteId)) ? { ko: '중단', en: 'Paused' } : openNow,
          openNow,
        ),
      ],
      check: (_, { siteId }) => requireBalance(siteId),
      command: (_, of) => ({ kind: 'configureSet', ...of, items: [opened], effectiveFrom: null }),
    },
  })

  route(app, deps, consoleReconcileEndpoints.reconciliation, async ({ site }) => {
    const [outcome, isPaused, figures] = await Promise.all([
      db.system((tx) => outcomeOf(tx, site.id, clocks.wall())),
      isPausedNow(site.id),
      db.tenant(site.id, async (tx) => ({
        accounts: await accountsOf(tx, site.id),
        waiting: await waitingExits(tx, site.id),
      })),
    ])
    return { ...outcome, ...figures, isPaused }
  })

  tableFile(app, deps, 'breakTable', ruleColumns, async (siteId) => {
    const { rules, breaks } = await db.system((tx) => outcomeOf(tx, siteId, clocks.wall()))
    return rules.flatMap((rule): RuleLine[] => {
      const found = breaks.find((one) => one.rule === rule)
      const count = found?.count ?? 0
      return found?.rows.length ? found.rows.map((row) => ({ rule, count, row })) : [{ rule, count, row: null }]
    })
  })

  deskList(app, deps, consoleReconcileEndpoints.reconcileLines, lineColumns, ({ query, site }) =>
    lineList({ siteId: site.id, ...query }),
  )

  route(app, deps, consoleReconcileEndpoints.reconcileRun, async ({ body, site, member, idempotency: { key } }) => {
    const at = clocks.wall()
    const act = {
      siteId: site.id,
      id: ids.next(),
      staffId: member.memberId,
      action: 'reconcileRun',
      reason: body.reason,
    }
    await db.tenant(site.id, (tx) => addStaffAct(tx, { ...act, said: {}, request: key, at }))
    const breaks = await runNow(deps, providers, site.id)
    if (breaks === null) throw new Refused('TRY_AGAIN_LATER')
    return { at, count: breaks.reduce((sum, { counts }) => sum + (counts[site.id] ?? 0), 0) }
  })

  route(app, deps, consoleReconcileEndpoints.pauseOpen, async ({ body, site, member, idempotency: { key } }) => {
    if (!(await isPausedNow(site.id))) throw new Refused('HISTORY_NOT_FOUND')
    await requireBalance(site.id)
    const of = { siteId: site.id, staffId: member.memberId, key, reason: body.reason }
    return second.ask({ ...of, kind: 'PAUSE_OPEN', subjectId: member.memberId, payload: {} })
  })

  const isPausedNow = async (siteId: number) => (await reads.ask('money.config', { siteId })).value.isWithdrawPaused

  /** After a break withdrawals go on only once the ledger balances again. */
  async function requireBalance(siteId: number): Promise<void> {
    const breaks = await db.system(standingBreaks)
    if (breaks.some(({ sites }) => sites.includes(siteId))) throw new Refused('WITHDRAW_PAUSED')
  }
}

/** Only a pause that stands is lifted: of two who lift it at once the later finds it lifted. */
const opened = {
  scope: 'money',
  optionId: null,
  changes: { isWithdrawPaused: false },
  before: { isWithdrawPaused: true },
} as const
