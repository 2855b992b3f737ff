import { type ConfigChange, consoleOptionEndpoints } from '@maru/contract'
import { byStaff, type ConfigChangeRow, type ConfigItem, tables } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { SecondPerson } from '../approvals/index.ts'
import { standingBreaks } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { pageAnswer, pageOfQuery } from '../http/filters.ts'
import { CoreAnswer, Refused, route } from '../http/index.ts'
import { foundIn } from '../trading/index.ts'
import type { DryRun } from './dry-run.ts'
import { keysOf, listRows, nameOfRow, newestChanges, valuesOf } from './rows.ts'

type Wanted = Omit<ConfigItem, 'before'> & { readonly version: number }

/** Numbers that staff may change: what holds, changes by two persons, what they would touch, and their history. */
export function registerConfiguration(app: FastifyInstance, deps: Deps, second: SecondPerson, dryRun: DryRun): void {
  const { core, db, reads } = deps
  second.register({
    CONFIGURE: {
      permission: 'options',
      check: ({ payload }, { siteId }) => requireBalance(siteId, itemsOf(payload['items'])),
      command: ({ payload }, of) => ({
        kind: 'configureSet',
        ...of,
        items: itemsOf(payload['items']),
        effectiveFrom: payload['effectiveFrom'] === undefined ? null : Number(payload['effectiveFrom']),
      }),
    },
  })

  route(app, deps, consoleOptionEndpoints.optionValues, async ({ query, site }) => {
    const listed = (await listRows(reads, site.id)).filter(({ scope }) => (query.scope ?? scope) === scope)
    const newest = await newestChanges(db, site.id)
    const rows = await Promise.all(
      listed.map(async (row) => {
        const change = newest.get(nameOfRow(row))
        const values = (await valuesOf(reads, site.id, row)) ?? {}
        return { ...row, values, version: change?.id ?? 0, since: change?.effectiveFrom ?? null }
      }),
    )
    const keys = {
      site: keysOf('site'),
      money: keysOf('money'),
      round: keysOf('round'),
      futures: keysOf('futures'),
      oversea: keysOf('oversea'),
    }
    return { keys, rows }
  })

  route(app, deps, consoleOptionEndpoints.optionChange, async ({ body, site, member, idempotency: { key } }) => {
    const items = await judged(site.id, body.items)
    const of = { siteId: site.id, staffId: member.memberId, key, reason: body.reason, subjectId: member.memberId }
    const from = body.effectiveFrom === undefined ? {} : { effectiveFrom: body.effectiveFrom }
    return second.ask({ ...of, kind: 'CONFIGURE', payload: { items: JSON.stringify(items), ...from } })
  })

  route(app, deps, consoleOptionEndpoints.optionDryRun, async ({ body, site }) => {
    const items = await judged(site.id, body.items)
    return dryRun.count(
      site.id,
      items.map(({ scope, optionId }) => ({ scope, optionId })),
    )
  })

  route(app, deps, consoleOptionEndpoints.optionHistory, async ({ query, site }) => {
    const asked = pageOfQuery({ ...query, resultType: 'Page' })
    if (asked === null) throw new Error('a list of the console is a page')
    const { rows, total } = await db.tenant(site.id, (tx) =>
      foundIn(tx, tables.configChanges, 'site_id = $1', 'id desc', [site.id], { ...asked, isCounted: true }),
    )
    return pageAnswer(asked, rows.map(shown), total ?? 0)
  })

  route(app, deps, consoleOptionEndpoints.optionWithdraw, async ({ params, body, site, member }) => {
    const by = byStaff(site.id, member.memberId, body.reason)
    const told = await core.submit({ kind: 'withdrawChange', ...by, id: params.id })
    return told.status >= 400 ? new CoreAnswer(told) : { ok: true as const }
  })

  /** What is asked for with what holds now, after the core found nothing against it. */
  async function judged(siteId: number, wanted: readonly Wanted[]): Promise<ConfigItem[]> {
    const newest = await newestChanges(db, siteId)
    const items: ConfigItem[] = []
    for (const { scope, optionId, changes, version } of wanted) {
      const values = await valuesOf(reads, siteId, { scope, optionId })
      if (values === null) throw new Refused('STOCK_NOT_FOUND')
      if ((newest.get(nameOfRow({ scope, optionId }))?.id ?? 0) !== version) throw new Refused('STALE_VERSION')
      const before = Object.fromEntries(Object.keys(changes).map((name) => [name, values[name]]))
      items.push({ scope, optionId, changes, before })
    }
    const { value: refusal } = await reads.ask('configuration.refusal', { siteId, items })
    if (refusal !== null)
      throw new Refused(refusal.code === 'INVALID_REQUEST' ? 'SETTING_INVALID' : refusal.code, refusal.params)
    await requireBalance(siteId, items)
    return items
  }

  /** After a break withdrawals go on only once the ledger balances again. */
  async function requireBalance(siteId: number, items: readonly ConfigItem[]): Promise<void> {
    if (!items.some(({ scope, changes }) => scope === 'money' && changes['isWithdrawPaused'] === false)) return
    const breaks = await db.system(standingBreaks)
    if (breaks.some(({ sites }) => sites.includes(siteId))) throw new Refused('WITHDRAW_PAUSED')
  }
}

const itemsOf = (json: unknown): ConfigItem[] => JSON.parse(String(json)) as ConfigItem[]

const shown = ({ siteId: _, ...row }: ConfigChangeRow): ConfigChange => ({
  ...row,
  changes: { ...row.changes },
  before: { ...row.before },
})
