import { accentFault, Coin, type ConsoleSite, consoleSiteEndpoints, type SiteRow } from '@maru/contract'
import { walletWord } from '@maru/contract/desk-words'
import { fewestFooterEntries, footerOf } from '@maru/contract/footer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SecondPerson } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { deskList, siteColumns, tableFile, type WalletLine, walletColumns } from '../desk-lists/index.ts'
import { Refused, route } from '../http/index.ts'
import { bankFilterFor, offeredBanks } from '../money/index.ts'
import type { Tx } from '../ports.ts'
import { registerSiteBanks } from './banks.ts'
import { registerSiteCreation } from './create.ts'
import type { Site } from './directory.ts'
import { domainOf } from './domains.ts'
import {
  type EditRow,
  fieldsOf,
  loggedOf,
  payloadOf,
  type StoredSite,
  staleSite,
  storedSite,
  switchesOf,
  wantedOf,
  withSwitches,
  writeSite,
} from './edit.ts'
import { gateOf } from './gate.ts'
import { siteInfo } from './info.ts'
import { registerLogo } from './logo.ts'
import { registerMaintenance } from './maintenance.ts'
import { registerMoneyMode } from './money-mode.ts'
import { openInCore, openMissingSites } from './opening.ts'

/** What a site is and has, and changes of it by two persons. What it turns off is refused from the moment of the second yes. */
export function registerSiteConsole(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  const { db, bus, config, clocks } = deps
  /** Pages that are open see at once what was changed: a menu that was turned off goes, one that was turned on is there. */
  const changed = async (siteId: number) => {
    await app.sites.load()
    const site = app.sites.byId(siteId)
    if (site === null) return
    await openInCore(deps, site)
    bus.publish('control', { kind: 'site', siteId, data: await siteInfo(deps, site) })
  }
  app.addHook('onReady', () => openMissingSites(deps, app.sites.all()))
  second.register({
    SITE_CHANGE: {
      permission: 'sites',
      internal: ['version'],
      fields: async ({ subjectId, payload }, tx) => fieldsOf(await storedSite(tx, subjectId), wantedOf(payload)),
      change: (tx, { subjectId, payload }) => changeSite(tx, subjectId, wantedOf(payload), Number(payload['version'])),
      done: ({ subjectId }) => changed(subjectId),
    },
  })
  registerSiteCreation(app, deps, second, changed)
  registerMoneyMode(app, deps, second, changed)
  registerSiteBanks(app, deps, second, changed)
  registerLogo(app, deps, second, changed)
  registerMaintenance(app, deps, second, changed)

  deskList(app, deps, consoleSiteEndpoints.siteList, siteColumns, ({ member }) => ({
    whole: app.sites
      .all()
      .filter(({ id }) => member.staff.siteIds.includes(id))
      .map(rowOf),
  }))

  const coinsOf = async (siteId: number) => {
    const { value: money } = await deps.reads.ask('money.config', { siteId })
    return Coin.options.filter((name) => money.coins.some(({ coin }) => coin === name))
  }
  route(app, deps, consoleSiteEndpoints.siteShow, async ({ site }): Promise<ConsoleSite> => {
    const { row, gate } = await db.tenant(site.id, async (tx) => {
      const row = await storedSite(tx, site.id)
      return { row, gate: await gateOf(tx, site.id, row, { config, now: clocks.wall() }) }
    })
    return { ...shownOf(site, row), coins: await coinsOf(site.id), gate }
  })
  tableFile(app, deps, 'walletTable', walletColumns, async (siteId) =>
    walletLines(await db.tenant(siteId, (tx) => storedSite(tx, siteId)), await coinsOf(siteId)),
  )

  route(app, deps, consoleSiteEndpoints.siteChange, async ({ body, site, member, request, idempotency: { key } }) => {
    const { version, reason, changes } = body
    const row = await db.tenant(site.id, (tx) => storedSite(tx, site.id))
    const { value: money } = await deps.reads.ask('money.config', { siteId: site.id })
    const wanted = wantedIn(changes, row)
    if (row.version !== version) throw staleSite(row, wanted)
    refuseFaulty(row, wanted, new Set(money.coins.map(({ coin }) => coin)))
    if (wanted.domains !== undefined) refuseDomains(request, site.id, wanted.domains)
    const payload = payloadOf(row, wanted)
    if (Object.keys(payload).length === 0) throw new Refused('SETTING_INVALID')
    const of = { siteId: site.id, staffId: member.memberId, key, reason, subjectId: site.id }
    return second.ask({ ...of, kind: 'SITE_CHANGE', payload: { version, ...payload } })
  })

  /** One domain, one site; and nobody shuts the door behind himself: outside of demo a page is served under domains alone. */
  function refuseDomains({ hostname }: FastifyRequest, siteId: number, wanted: readonly string[]): void {
    const others = app.sites.all().flatMap(({ id, domains }) => (id === siteId ? [] : domains))
    if (wanted.some((domain) => others.includes(domain) || domain === config.consoleHost))
      throw new Refused('DOMAIN_TAKEN')
    // The console has a door of its own.
    if (config.consoleHost !== null) return
    const all = [...others, ...wanted]
    if (!config.demo && all.length > 0 && !all.includes(hostname.toLowerCase()))
      throw new Refused('SETTING_INVALID', { key: 'domains' })
  }
}

const rowOf = ({ id, code, name, domains, moneyMode, language, type, createdAt }: Site): SiteRow => ({
  id,
  code,
  name,
  domains: [...domains],
  moneyMode,
  language,
  flags: switchesOf(type),
  createdAt,
})

const namesIn = (text: string): string[] => text.split(',').map((name) => name.trim())
const coinsIn = (text: string): Coin[] => Coin.options.filter((coin) => namesIn(text).includes(coin))
const siteWallets = ['BINARY', 'FUTURES'] as const

const shownOf = (site: Site, row: StoredSite): Omit<ConsoleSite, 'coins' | 'gate'> => ({
  ...rowOf(site),
  name: row.name,
  domains: [...row.domains],
  language: row.language,
  guestLanguage: row.guest_language,
  liveChat: row.live_chat,
  accent: row.accent,
  logoUrl: row.logo_url,
  stockPrefix: site.stockPrefix,
  overseaPrefix: site.overseaPrefix,
  wallets: siteWallets.filter((wallet) => namesIn(row.used_coins).includes(wallet)),
  depositCoins: coinsIn(row.deposit_coins),
  buyCoins: coinsIn(row.buy_coins),
  signupChecks: [...row.signup_checks],
  footer: row.footer === null ? null : [...row.footer],
  banks: offeredBanks(row.bank_filter),
  licence: row.licence,
  countries: [...row.countries],
  version: row.version,
})

/** The wallets and coins of a site with their switches. */
const walletLines = (row: StoredSite, coins: readonly Coin[]): WalletLine[] => [
  ...siteWallets.map((wallet) => ({
    name: walletWord(wallet),
    currency: wallet === 'BINARY' ? 'KRW' : 'USDT',
    isShown: namesIn(row.used_coins).includes(wallet),
    isDeposited: null,
    isBought: null,
  })),
  ...coins.map((coin) => ({
    name: coin,
    currency: coin,
    isShown: null,
    isDeposited: coinsIn(row.deposit_coins).includes(coin),
    isBought: coinsIn(row.buy_coins).includes(coin),
  })),
]

type Body = {
  readonly [K in keyof ConsoleSite]?: unknown
}

/** What a body asks for, as columns. */
function wantedIn(body: Body & Parameters<typeof withWallets>[0], row: StoredSite): Partial<EditRow> {
  const { name, liveChat, accent, domains, language, guestLanguage, depositCoins, buyCoins } =
    body as Partial<ConsoleSite>
  const { signupChecks, footer, licence, countries } = body as Partial<ConsoleSite>
  const banks = body['banks'] as readonly string[] | undefined
  const flags = body['flags'] as Parameters<typeof withSwitches>[1] | undefined
  return {
    ...(name !== undefined && { name }),
    ...(flags !== undefined && { flags: withSwitches(row.flags, flags) }),
    ...(liveChat !== undefined && { live_chat: liveChat }),
    ...(accent !== undefined && { accent }),
    ...(domains !== undefined && { domains: domainsOf(domains) }),
    ...(language !== undefined && { language }),
    ...(guestLanguage !== undefined && { guest_language: guestLanguage }),
    ...withWallets(body, row),
    ...(depositCoins !== undefined && { deposit_coins: [...new Set(depositCoins)].join(',') }),
    ...(buyCoins !== undefined && { buy_coins: [...new Set(buyCoins)].join(',') }),
    ...(signupChecks !== undefined && { signup_checks: [...new Set(signupChecks)] }),
    ...(footer !== undefined && { footer }),
    ...(banks !== undefined && { bank_filter: filterOf(banks) }),
    ...(licence !== undefined && { licence }),
    ...(countries !== undefined && { countries: [...new Set(countries)] }),
  }
}

/** The wallets that a site shows; what else is named among its coins stays. */
function withWallets({ wallets }: { readonly wallets?: readonly string[] | undefined }, { used_coins }: StoredSite) {
  if (wallets === undefined) return {}
  const others = namesIn(used_coins).filter((name) => name !== '' && !(siteWallets as readonly string[]).includes(name))
  return { used_coins: [...siteWallets.filter((wallet) => wallets.includes(wallet)), ...others].join(',') }
}

/** Domains as hosts are compared with, each once. */
export function domainsOf(texts: readonly string[]): string[] {
  const names = texts.map((text) => {
    const name = domainOf(text)
    if (name === null) throw new Refused('DOMAIN_INVALID', { domain: text.slice(0, 60) })
    return name
  })
  return [...new Set(names)]
}

function filterOf(codes: readonly string[]): Record<string, unknown> {
  const filter = bankFilterFor(codes)
  if (filter === null) throw new Refused('SETTING_INVALID', { key: 'banks' })
  return filter
}

/** Refuses what cannot stand together, and names it. */
function refuseFaulty(row: StoredSite, wanted: Partial<EditRow>, networks: ReadonlySet<string>): void {
  const after = { ...row, ...wanted }
  const coins = [...namesIn(wanted.deposit_coins ?? ''), ...namesIn(wanted.buy_coins ?? '')].filter(
    (name) => name !== '',
  )
  const isLicensed = row.money_mode === 'LICENSED'
  const faults: readonly (readonly [key: string, isFault: boolean])[] = [
    ['accent', wanted.accent != null && accentFault(wanted.accent) !== null],
    // BINARY among the coins turns rounds on.
    [
      'wallets',
      wanted.used_coins !== undefined && namesIn(wanted.used_coins).includes('BINARY') && after.flags[5] === '0',
    ],
    // A footer that leads nowhere keeps members where they are.
    ['footer', wanted.footer != null && footerOf(wanted.footer, switchesOf(after.flags)).length < fewestFooterEntries],
    // A coin without a network can neither come nor leave.
    ['coins', coins.some((coin) => !networks.has(coin))],
    // What real money is taken under stays while it is taken.
    ['licence', isLicensed && after.licence === null],
    ['countries', isLicensed && !after.countries.includes('KR')],
    ['domains', isLicensed && after.domains.length === 0],
  ]
  const fault = faults.find(([, isFault]) => isFault)
  if (fault) throw new Refused('SETTING_INVALID', { key: fault[0] })
}

async function changeSite(tx: Tx, siteId: number, wanted: Partial<EditRow>, version: number) {
  const before = await storedSite(tx, siteId, 'for update')
  if (before.version !== version) throw staleSite(before, wanted)
  const asked = { ...before, ...wanted }
  // A coin BINARY turns the last flag on: a site that has it turned off has no such coin.
  const used = namesIn(asked.used_coins).filter((coin) => coin !== 'BINARY' || asked.flags[5] === '1')
  const after = { ...asked, used_coins: used.join(',') }
  await writeSite(tx, siteId, version, after)
  return [{ table: 'site', row: String(siteId), before: { ...loggedOf(before) }, after: { ...loggedOf(after) } }]
}
