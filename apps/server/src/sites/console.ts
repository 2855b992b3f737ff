import { accentFault, type ConsoleSite, consoleSiteEndpoints, type SiteFlags } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Payload, SecondPerson } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { siteInfo } from './info.ts'

/** Where each switch stands in the six flags of a site. */
const places = { oversea: 0, p2p: 2, futures: 3, powerball: 4, binary: 5 } as const satisfies Record<
  keyof SiteFlags,
  number
>
const switches = Object.keys(places) as (keyof SiteFlags)[]

interface Row {
  name: string
  flags: string
  used_coins: string
  live_chat: boolean
  accent: string | null
  version: number
}
type Fields = Pick<Row, 'name' | 'flags' | 'live_chat' | 'accent'>

/** What a site is and has, and changes of it by two persons. What it turns off is refused from the moment of the second yes. */
export function registerSiteConsole(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  const { db, bus } = deps
  /** Pages that are open see at once what was changed: a menu that was turned off goes. */
  const changed = async (siteId: number) => {
    await app.sites.load()
    const site = app.sites.byId(siteId)
    if (site !== null) bus.publish('control', { kind: 'site', siteId, data: await siteInfo(db, site) })
  }
  second.register({
    SITE_CHANGE: {
      permission: 'sites',
      change: (tx, { subjectId, payload }) => changeSite(tx, subjectId, payload),
      done: ({ subjectId }) => changed(subjectId),
    },
  })

  route(app, deps, consoleSiteEndpoints.siteShow, async ({ site }): Promise<ConsoleSite> => {
    const row = await db.tenant(site.id, (tx) => siteRow(tx, site.id))
    const flags = Object.fromEntries(switches.map((name) => [name, site.type[places[name]] === '1'])) as SiteFlags
    const { id, code, domains, moneyMode } = site
    const { name, live_chat: liveChat, accent, version } = row
    return { id, code, name, domains: [...domains], moneyMode, flags, liveChat, accent, version }
  })

  route(app, deps, consoleSiteEndpoints.siteChange, async ({ body, site, member, idempotency: { key } }) => {
    const { version, reason, name, liveChat, accent, flags = {} } = body
    if (accent != null && accentFault(accent) !== null) throw new Refused('SETTING_INVALID', { key: 'accent' })
    const row = await db.tenant(site.id, (tx) => siteRow(tx, site.id))
    if (row.version !== version) throw new Refused('STALE_VERSION')
    const payload: Record<string, string | number> = { version }
    if (name !== undefined && name !== row.name) payload['name'] = name
    if (liveChat !== undefined && liveChat !== row.live_chat) payload['liveChat'] = liveChat ? 1 : 0
    if (accent !== undefined && accent !== row.accent) payload['accent'] = accent ?? ''
    const wanted = withFlags(site.type, flags)
    if (wanted !== site.type) payload['flags'] = wanted
    if (Object.keys(payload).length === 1) throw new Refused('SETTING_INVALID')
    const of = { siteId: site.id, staffId: member.memberId, key, reason, subjectId: site.id }
    return second.ask({ ...of, kind: 'SITE_CHANGE', payload })
  })
}

const withFlags = (type: string, flags: { readonly [K in keyof SiteFlags]?: boolean | undefined }): string =>
  [...type]
    .map((digit, place) => {
      const name = switches.find((one) => places[one] === place)
      const wanted = name === undefined ? undefined : flags[name]
      return wanted === undefined ? digit : wanted ? '1' : '0'
    })
    .join('')

async function siteRow(tx: Tx, siteId: number): Promise<Row> {
  const [row] = await tx.query<Row>(
    'select name, flags, used_coins, live_chat, accent, version from site where id = $1',
    [siteId],
  )
  if (row === undefined) throw new Refused('SITE_NOT_FOUND')
  return row
}

async function changeSite(tx: Tx, siteId: number, payload: Payload) {
  const before = await siteRow(tx, siteId)
  const after = { ...before, ...changesIn(payload) }
  // A coin BINARY turns the last flag on: a site that has it turned off has no such coin.
  const coins = before.used_coins.split(',').map((coin) => coin.trim())
  const used = after.flags[5] === '0' ? coins.filter((coin) => coin !== 'BINARY') : coins
  const changed = await tx.query(
    `update site set name = $3, flags = $4, used_coins = $5, live_chat = $6, accent = $7, version = version + 1
      where id = $1 and version = $2 returning id`,
    [siteId, Number(payload['version']), after.name, after.flags, used.join(','), after.live_chat, after.accent],
  )
  if (changed.length === 0) throw new Refused('STALE_VERSION')
  const of = ({ name, flags, live_chat, accent }: Fields) => ({ name, flags, live_chat, accent })
  return [{ table: 'site', row: String(siteId), before: of(before), after: of(after) }]
}

function changesIn({ name, flags, liveChat, accent }: Payload): Partial<Fields> {
  return {
    ...(name === undefined ? {} : { name: String(name) }),
    ...(flags === undefined ? {} : { flags: String(flags) }),
    ...(liveChat === undefined ? {} : { live_chat: liveChat === 1 }),
    ...(accent === undefined ? {} : { accent: accent === '' ? null : String(accent) }),
  }
}
