import { type ApprovalField, consoleProviderSettingEndpoints, type ProviderSetting } from '@maru/contract'
import { isProviderName, type ProtocolKeys, type ProviderName, providerNames } from '@maru/provider-protocol'
import type { FastifyInstance } from 'fastify'
import { type ApprovalRow, type Payload, type SecondPerson, stale, valueText } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { providerSettingColumns, tableFile } from '../desk-lists/index.ts'
import { permits, Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { addStaffAct } from '../staff-log/index.ts'
import { ProviderSettings, providerBox, readStored, type Sandbox, type Stored, writeSettings } from './configuration.ts'
import { type DraftKey, type DraftKeys, halvesFor, keepDraft, madeKeys, seeHalf, useDraft } from './drafts.ts'

/** So long the older key of a rotation is taken. */
const rotationMs = 86_400_000

/** Whose providers a site has, with which keys; each change by two persons. The house makes secrets, and each of the two sees one half, once. */
export function registerProviderConsole(
  app: FastifyInstance,
  deps: Deps,
  second: SecondPerson,
  sandbox: Sandbox | null,
): void {
  const { db, clocks, ids, config } = deps
  const box = providerBox(config.tokenSecret)
  const storedOf = (tx: Tx, siteId: number, name: ProviderName) => readStored(tx, box, siteId, name)

  second.register({
    SITE_PROVIDER: {
      permission: 'secrets',
      internal: ['updatedAt', 'draft'],
      fields: async ({ siteId, payload }, tx) => {
        const stored = await storedOf(tx, siteId, nameOf(String(payload['provider'])))
        return fieldsOf(loggedOf(stored), payload)
      },
      change: (tx, row) => carryOut(tx, row),
    },
  })

  const settingsNow = (siteId: number): Promise<ProviderSetting[]> => {
    const isPlayed = sandbox !== null && app.sites.byId(siteId)?.moneyMode === 'DEMO'
    return db.tenant(siteId, async (tx) => {
      const rows: ProviderSetting[] = []
      for (const name of providerNames) rows.push(shownOf(name, await storedOf(tx, siteId, name), isPlayed))
      return rows
    })
  }
  route(app, deps, consoleProviderSettingEndpoints.providerSettings, async ({ site, member }) => ({
    siteId: site.id,
    providers: await settingsNow(site.id),
    halves: permits(member.staff.role, 'POST', 'secrets')
      ? await db.tenant(site.id, (tx) => halvesFor(tx, site.id, member.memberId))
      : [],
  }))
  tableFile(app, deps, 'providerTable', providerSettingColumns, settingsNow)

  route(app, deps, consoleProviderSettingEndpoints.providerSettingChange, async (call) => {
    const { provider, updatedAt, reason, baseUrl, transitMs, call: calls, webhook } = call.body
    const { site, member, idempotency } = call
    const name = nameOf(provider)
    const [id, now] = [ids.next(), clocks.wall()]
    const keys = madeKeys({ call: calls?.id ?? null, webhook: webhook?.id ?? null })
    await db.tenant(site.id, async (tx) => {
      const stored = await storedOf(tx, site.id, name)
      requireSeen(stored, updatedAt)
      // What the second one's yes will write has to be whole, and something new.
      const wanted = settingsOf(stored, { baseUrl, transitMs, ...keys }, now)
      const isSame = stored !== null && !calls && !webhook
      if (isSame && wanted.baseUrl === stored.settings.baseUrl && wanted.transitMs === stored.settings.transitMs)
        throw new Refused('SETTING_INVALID')
      await keepDraft(tx, box, { siteId: site.id, id, askedBy: member.memberId, keys }, now)
    })
    const payload = {
      provider: name,
      updatedAt,
      baseUrl,
      draft: id,
      ...(transitMs !== undefined && { transitMs }),
      ...(calls && { callKey: calls.id }),
      ...(webhook && { webhookKey: webhook.id }),
    }
    const of = { siteId: site.id, staffId: member.memberId, key: idempotency.key, reason, subjectId: site.id }
    return second.ask({ ...of, kind: 'SITE_PROVIDER', payload })
  })

  route(app, deps, consoleProviderSettingEndpoints.providerSettingHalf, async ({ body, site, member, idempotency }) => {
    const [at, id, siteId, staffId] = [clocks.wall(), ids.next(), site.id, member.memberId]
    return db.tenant(siteId, async (tx) => {
      const seen = await seeHalf(tx, box, { siteId, id: body.draft, staffId }, at)
      const said = { draft: body.draft, half: seen.half }
      const action = `POST ${consoleProviderSettingEndpoints.providerSettingHalf.path}`
      await addStaffAct(tx, { siteId, id, staffId, action, subjectId: siteId, said, request: idempotency.key, at })
      return seen
    })
  })

  route(app, deps, consoleProviderSettingEndpoints.providerSettingRemove, async (call) => {
    const { site, member, idempotency, body } = call
    const name = nameOf(body.provider)
    await db.tenant(site.id, async (tx) => {
      const stored = await storedOf(tx, site.id, name)
      requireSeen(stored, body.updatedAt)
      if (stored === null) throw new Refused('HISTORY_NOT_FOUND')
    })
    const payload = { provider: name, updatedAt: body.updatedAt, removed: 1 }
    const of = { siteId: site.id, staffId: member.memberId, key: idempotency.key, subjectId: site.id }
    return second.ask({ ...of, reason: body.reason, kind: 'SITE_PROVIDER', payload })
  })

  async function carryOut(tx: Tx, { siteId, payload }: ApprovalRow) {
    const name = nameOf(String(payload['provider']))
    const now = clocks.wall()
    await tx.query('select 1 from provider_config where site_id = $1 and provider = $2 for update', [siteId, name])
    const stored = await storedOf(tx, siteId, name)
    requireSeen(stored, Number(payload['updatedAt']))
    const row = `${siteId}:${name}`
    if (payload['removed'] === 1) {
      await tx.query('delete from provider_config where site_id = $1 and provider = $2', [siteId, name])
      return [{ table: 'provider_config', row, before: loggedOf(stored), after: { removed: true } }]
    }
    const keys = await useDraft(tx, box, siteId, Number(payload['draft']))
    const transitMs = payload['transitMs'] === undefined ? undefined : Number(payload['transitMs'])
    const settings = settingsOf(stored, { baseUrl: String(payload['baseUrl']), transitMs, ...keys }, now)
    // Two changes are never of one moment: the time of one is what the next one has to have seen.
    const updatedAt = Math.max(now, (stored?.updatedAt ?? 0) + 1)
    await writeSettings(tx, box, { siteId, name, settings, now: updatedAt })
    const after = loggedOf({ settings, updatedAt })
    return [{ table: 'provider_config', row, before: loggedOf(stored), after: after ?? {} }]
  }
}

interface Wanted extends DraftKeys {
  readonly baseUrl: string
  readonly transitMs?: number | undefined
}

function nameOf(text: string): ProviderName {
  if (!isProviderName(text)) throw new Refused('SETTING_INVALID', { key: 'provider' })
  return text
}

function requireSeen(stored: Stored | null, updatedAt: number): void {
  if ((stored?.updatedAt ?? 0) === updatedAt) return
  const now = {
    updatedAt: stored?.updatedAt ?? 0,
    baseUrl: stored?.settings.baseUrl ?? '',
    callKey: stored?.settings.call[0].id ?? '',
    webhookKey: stored?.settings.webhook[0].id ?? '',
  }
  throw stale(
    [
      [{ ko: '주소', en: 'Address' }, valueText(now.baseUrl)],
      [{ ko: '호출 키', en: 'Key of calls' }, valueText(now.callKey)],
      [{ ko: '알림 키', en: 'Key of notices' }, valueText(now.webhookKey)],
    ],
    now,
  )
}

/** What would be written: a new key signs from now on, the one before it is taken for a day more. */
function settingsOf(stored: Stored | null, wanted: Wanted, now: number): ProviderSettings {
  const before = stored?.settings
  const transitMs = wanted.transitMs ?? before?.transitMs
  const made = ProviderSettings.safeParse({
    baseUrl: wanted.baseUrl,
    call: rotated(before?.call, wanted.call, 'call', now),
    webhook: rotated(before?.webhook, wanted.webhook, 'webhook', now),
    ...(transitMs !== undefined && { transitMs }),
  })
  if (!made.success) throw new Refused('SETTING_INVALID', { key: String(made.error.issues[0]?.path[0] ?? 'baseUrl') })
  return made.data
}

function rotated(before: ProtocolKeys | undefined, key: DraftKey | undefined, direction: string, now: number) {
  if (key === undefined) {
    if (before === undefined) throw new Refused('SETTING_INVALID', { key: direction })
    return before
  }
  if (before?.some(({ id, secret }) => id === key.id || secret === key.secret))
    throw new Refused('SETTING_INVALID', { key: direction })
  return before === undefined ? [key] : [key, { ...before[0], until: now + rotationMs }]
}

const shownKeys = (keys: ProtocolKeys) =>
  keys.map(({ id, secret, until }) => ({ id, lastFour: secret.slice(-4), until: until ?? null }))

function shownOf(name: ProviderName, stored: Stored | null, isPlayed: boolean): ProviderSetting {
  if (stored === null) {
    const nothing = { baseUrl: null, call: [], webhook: [], transitMs: null, updatedAt: null }
    return { name, source: isPlayed ? 'SANDBOX' : 'NONE', ...nothing }
  }
  const { settings, updatedAt } = stored
  return {
    name,
    source: 'OWN',
    baseUrl: settings.baseUrl,
    call: shownKeys(settings.call),
    webhook: shownKeys(settings.webhook),
    transitMs: settings.transitMs ?? null,
    updatedAt,
  }
}

/** What the log keeps: which keys, never what they are. */
function loggedOf(stored: Stored | null) {
  if (stored === null) return null
  const { baseUrl, call, webhook, transitMs = null } = stored.settings
  return { baseUrl, callKey: call[0].id, webhookKey: webhook[0].id, transitMs }
}

/** A change in words: which keys, never what they are. */
function fieldsOf(before: ReturnType<typeof loggedOf>, payload: Payload): ApprovalField[] {
  const text = (value: unknown) => (value === null || value === undefined ? null : String(value))
  const provider = {
    label: { ko: '제공사', en: 'Provider' },
    before: text(payload['provider']),
    after: text(payload['provider']),
  }
  const address = {
    label: { ko: '주소', en: 'Address' },
    before: before?.baseUrl ?? null,
    after: text(payload['baseUrl']),
  }
  if (payload['removed'] === 1) return [provider, { ...address, after: null }]
  const named = [
    ['callKey', { ko: '호출 키', en: 'Key for calls' }],
    ['webhookKey', { ko: '알림 키', en: 'Key for webhooks' }],
    ['transitMs', { ko: '대사에서 기다리는 시간(ms)', en: 'Wait at reconciliation (ms)' }],
  ] as const
  const changed = named.filter(([key]) => key in payload)
  return [
    provider,
    ...(address.before === address.after ? [] : [address]),
    ...changed.map(([key, label]) => ({ label, before: text(before?.[key]), after: text(payload[key]) })),
  ]
}
