import {
  type ConfigChange,
  type ConfigKey,
  type ConfigRow,
  type ConfigScope,
  consoleOptionEndpoints,
} from '@maru/contract'
import { amountWords } from '@maru/contract/amount-words'
import { currencyDecimals } from '@maru/contract/currencies'
import { configStateWords } from '@maru/contract/desk-words'
import { type BothLanguages, inEach, type Language, wordingIn } from '@maru/contract/language'
import { placeOf, settingText, shownFigure } from '@maru/contract/setting-text'
import { byStaff, type ConfigChangeRow, type ConfigItem, tables } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { field, type SecondPerson, stale, timeText } from '../approvals/index.ts'
import { standingBreaks } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { type Columns, deskList, type SettingLine, settingColumns, tableFile, timeCell } from '../desk-lists/index.ts'
import { CoreAnswer, Refused, route } from '../http/index.ts'
import type { DatabaseRow } from '../journal/index.ts'
import type { DryRun } from './dry-run.ts'
import { changesSince, keysOf, listRows, nameOfRow, newestChanges, readChange, valuesOf } from './rows.ts'

/** A change key by key, as a person reads it. */
const changeText = ({ scope, before, changes }: ConfigChange): BothLanguages =>
  inEach((language) => {
    const text = (value: unknown, key: ConfigKey) => settingText(value, key, language)
    return keysOf(scope)
      .filter(({ key }) => key in changes)
      .map((key) => `${wordingIn(key.name, language)} ${text(before[key.key], key)} → ${text(changes[key.key], key)}`)
      .join(', ')
  })

const changeColumns: Columns<ConfigChange> = [
  [{ ko: '버전', en: 'Version' }, ({ id }) => id],
  [{ ko: '대상', en: 'Subject' }, ({ scope, optionId }) => (optionId === null ? scope : `${scope} ${optionId}`)],
  [{ ko: '변경', en: 'Change' }, changeText],
  [{ ko: '사유', en: 'Reason' }, ({ reason }) => reason],
  [{ ko: '요청한 직원', en: 'Requested by' }, ({ givenBy }) => givenBy],
  [{ ko: '승인한 직원', en: 'Approved by' }, ({ approvedBy }) => approvedBy],
  [{ ko: '적용 시점', en: 'In force from' }, ({ effectiveFrom }) => timeCell(effectiveFrom)],
  [{ ko: '상태', en: 'State' }, ({ state }) => configStateWords[state]],
]

type Wanted = Omit<ConfigItem, 'before'> & { readonly version: number }

/** Numbers that staff may change: what holds, changes by two persons, what they would touch, and their history. */
export function registerConfiguration(app: FastifyInstance, deps: Deps, second: SecondPerson, dryRun: DryRun): void {
  const { core, db, reads } = deps
  second.register({
    CONFIGURE: {
      permission: 'options',
      fields: async ({ siteId, payload }) => {
        const lines = await Promise.all(itemsOf(payload['items']).map((item) => linesOf(siteId, item)))
        const from = payload['effectiveFrom']
        return [
          ...lines.flat(),
          ...(from === undefined
            ? []
            : [field({ ko: '적용 시각', en: 'In force from' }, null, timeText(Number(from)))]),
        ]
      },
      check: ({ payload }, { siteId }) => requireBalance(siteId, itemsOf(payload['items'])),
      command: ({ payload }, of) => ({
        kind: 'configureSet',
        ...of,
        items: itemsOf(payload['items']),
        effectiveFrom: payload['effectiveFrom'] === undefined ? null : Number(payload['effectiveFrom']),
      }),
    },
  })

  /** Everything that can be configured, with what holds. */
  async function rowsNow(siteId: number, isWanted: (scope: ConfigScope) => boolean): Promise<ConfigRow[]> {
    const listed = (await listRows(reads, siteId)).filter(({ scope }) => isWanted(scope))
    const newest = await newestChanges(db, siteId)
    return Promise.all(
      listed.map(async (row) => {
        const change = newest.get(nameOfRow(row))
        const values = (await valuesOf(reads, siteId, row)) ?? {}
        return { ...row, values, version: change?.id ?? 0, since: change?.effectiveFrom ?? null }
      }),
    )
  }
  tableFile(app, deps, 'optionTable', settingColumns, async (siteId) =>
    (await rowsNow(siteId, () => true)).flatMap(settingLines),
  )
  route(app, deps, consoleOptionEndpoints.optionValues, async ({ query, site }) => {
    const rows = await rowsNow(site.id, (scope) => (query.scope ?? scope) === scope)
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
    return dryRun.count(site.id, items)
  })

  deskList(app, deps, consoleOptionEndpoints.optionHistory, changeColumns, ({ site }) => ({
    siteId: site.id,
    source: tables.configChanges.name,
    where: 'site_id = $1',
    order: 'id desc',
    time: 'given_at',
    texts: ['id', 'reason', 'changes'],
    values: [site.id],
    shown: (rows: DatabaseRow[]) => rows.map((row) => shown(readChange(row))),
  }))

  route(app, deps, consoleOptionEndpoints.optionWithdraw, async ({ params, body, site, member }) => {
    const by = byStaff(site.id, member.memberId, body.reason)
    const told = await core.submit({ kind: 'withdrawChange', ...by, id: params.id })
    return told.status >= 400 ? new CoreAnswer(told) : { ok: true as const }
  })

  /** Each key of a row in words, as it stands now and as it would. */
  async function linesOf(siteId: number, { scope, optionId, changes }: ConfigItem) {
    const [values, rows] = await Promise.all([valuesOf(reads, siteId, { scope, optionId }), listRows(reads, siteId)])
    const place = rows.find((row) => row.scope === scope && row.optionId === optionId)?.name ?? scope
    const known = new Map(keysOf(scope).map((key) => [key.key, key]))
    return Object.entries(changes).flatMap(([name, after]) => {
      const key = known.get(name)
      // Whatever is changed is shown, with or without words of its own.
      if (key === undefined) return [field(`${scope} ${optionId ?? ''} · ${name}`, said(values?.[name]), said(after))]
      const text = (value: unknown) => inEach((language) => amountSetting(value, key, language))
      const label = inEach((language) => `${wordingIn(place, language)} · ${wordingIn(key.name, language)}`)
      return [field(label, text(values?.[name]), text(after))]
    })
  }

  /** What is asked for with what holds now, after the core found nothing against it. */
  async function judged(siteId: number, wanted: readonly Wanted[]): Promise<ConfigItem[]> {
    const newest = await newestChanges(db, siteId)
    const items: ConfigItem[] = []
    for (const { scope, optionId, changes, version } of wanted) {
      const values = await valuesOf(reads, siteId, { scope, optionId })
      if (values === null) throw new Refused('STOCK_NOT_FOUND')
      if ((newest.get(nameOfRow({ scope, optionId }))?.id ?? 0) !== version) {
        const since = await changesSince(db, siteId, { scope, optionId }, version)
        throw stale(since.map((row) => [timeText(row.effectiveFrom), changeText(shown(row))]))
      }
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

const said = (value: unknown): string => JSON.stringify(value ?? null)

/** Units whose figures are amounts of money. */
const moneyUnits: ReadonlySet<string> = new Set(['won', 'usdt', 'usd', ...Object.keys(currencyDecimals)])

/** A value as the second person reads it: an amount of money in words too. */
function amountSetting(value: unknown, key: ConfigKey, language: Language): string {
  const text = settingText(value, key, language)
  if (value === null || value === undefined || !moneyUnits.has(key.unit)) return text
  return `${text} (${amountWords(shownFigure(value, key.unit), language)} ${placeOf(key.unit, language)[1]})`
}

/** A row of the configuration, a line for each of its numbers. */
const settingLines = ({ scope, name, values, defaults, version, since }: ConfigRow): SettingLine[] =>
  keysOf(scope).map((key) => ({
    place: name,
    key,
    value: values[key.key],
    shipped: defaults[key.key],
    version,
    since,
  }))

const itemsOf = (json: unknown): ConfigItem[] => JSON.parse(String(json)) as ConfigItem[]

const shown = ({ siteId: _, ...row }: ConfigChangeRow): ConfigChange => ({
  ...row,
  changes: { ...row.changes },
  before: { ...row.before },
})
