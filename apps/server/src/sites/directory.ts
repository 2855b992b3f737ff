import { accentFault, type FooterEntry, type SignupCheck } from '@maru/contract'
import type { Database } from '../ports.ts'

/** A tenant as the API needs it. */
export interface Site {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly domains: readonly string[]
  readonly language: 'ko' | 'en'
  readonly guestLanguage: 'ko' | 'en'
  readonly moneyMode: 'DEMO' | 'LICENSED'
  /** Six flags, '1' = on: 0 overseas, 1 unused, 2 P2P, 3 futures, 4 powerball, 5 binary. */
  readonly type: string
  readonly binaryCurrency: 'KRW'
  readonly usedCoins: string
  readonly depositCoins: string
  readonly buyCoins: string
  readonly coinInfoJson: string
  readonly stockPrefix: string
  readonly overseaPrefix: string
  readonly liveChat: boolean
  /** What is proved at sign-up. */
  readonly signupChecks: SignupCheck[]
  readonly logoUrl: string | null
  readonly accent: string | null
  /** Entries of the footer in order; null: the default form. */
  readonly footer: FooterEntry[] | null
  /** When staff created it; null: it came with the installation. */
  readonly createdAt: number | null
  /** When it is closed to members; null: no maintenance was set, or it was lifted. One whose end has come counts no more. */
  readonly maintenance: Maintenance | null
}

export interface Maintenance {
  readonly from: number
  readonly until: number
  readonly note: string
}

/** All sites, in memory: a few rows that every request needs. */
export class SiteDirectory {
  private sites: ReadonlyMap<number, Site> = new Map()
  private readonly db: Database

  private readonly warn: (line: string) => void

  constructor(db: Database, warn: (line: string) => void) {
    this.db = db
    this.warn = warn
  }

  /** Reads the table; called at start and after a site was changed. */
  async load(): Promise<void> {
    const sites = await selectSites(this.db)
    this.sites = new Map(sites.map((site) => [site.id, { ...site, accent: this.accentOf(site) }]))
  }

  /** A colour that could be taken for buy or sell is not shown: the house's own colour replaces it. */
  private accentOf({ code, accent }: Site): string | null {
    const fault = accent === null ? null : accentFault(accent)
    if (fault === null) return accent
    this.warn(
      `site ${code}: accent ${accent} is ${fault === 'FORMAT' ? 'no colour #rrggbb' : 'too near to buy or sell'}`,
    )
    return null
  }

  byId(id: number): Site | null {
    return this.sites.get(id) ?? null
  }

  byCode(code: string): Site | null {
    return this.all().find((site) => site.code === code) ?? null
  }

  /** The site whose domains hold this host name (without port). */
  byHost(host: string): Site | null {
    const name = host.toLowerCase()
    return this.all().find((site) => site.domains.includes(name)) ?? null
  }

  /** The site that a page shows: of its host, else of a code that was chosen, else the first. */
  ofPage(host: string, chosen?: string): Site | null {
    return this.byHost(host) ?? this.byCode(chosen ?? 'maru')
  }

  all(): readonly Site[] {
    return [...this.sites.values()]
  }
}

/** § The site's flags; BINARY among its coins turns the last of them on. */
const flagsOf = ({ flags, used_coins }: Pick<SiteRow, 'flags' | 'used_coins'>): string =>
  used_coins.split(',').some((coin) => coin.trim() === 'BINARY') ? `${flags.slice(0, 5)}1` : flags

interface SiteRow {
  id: string
  code: string
  name: string
  domains: string[]
  language: 'ko' | 'en'
  guest_language: 'ko' | 'en'
  money_mode: 'DEMO' | 'LICENSED'
  flags: string
  binary_currency: 'KRW'
  used_coins: string
  deposit_coins: string
  buy_coins: string
  coin_info: unknown
  stock_prefix: string
  oversea_prefix: string
  live_chat: boolean
  signup_checks: SignupCheck[]
  logo_url: string | null
  accent: string | null
  footer: FooterEntry[] | null
  created_at: string | null
  maintenance_from: string | null
  maintenance_until: string | null
  maintenance_note: string | null
}

/** The same of a row. */
export const maintenanceOf = (
  row: Pick<SiteRow, 'maintenance_from' | 'maintenance_until' | 'maintenance_note'>,
): Maintenance | null =>
  row.maintenance_note === null
    ? null
    : { from: Number(row.maintenance_from), until: Number(row.maintenance_until), note: row.maintenance_note }

/** Is a site closed to its members now? */
export const isClosed = ({ maintenance }: Pick<Site, 'maintenance'>, now: number): boolean =>
  maintenance !== null && maintenance.from <= now && now < maintenance.until

async function selectSites(db: Database): Promise<Site[]> {
  const rows = await db.system((tx) =>
    tx.query<SiteRow>(
      `select id, code, name, domains, language, guest_language, money_mode, flags, binary_currency, used_coins,
              deposit_coins, buy_coins, coin_info, stock_prefix, oversea_prefix, live_chat, signup_checks, logo_url,
              accent, footer, created_at, maintenance_from, maintenance_until, maintenance_note
         from site order by id`,
    ),
  )
  return rows.map((row) => ({
    id: Number(row.id),
    code: row.code,
    name: row.name,
    domains: row.domains,
    language: row.language,
    guestLanguage: row.guest_language,
    moneyMode: row.money_mode,
    type: flagsOf(row),
    binaryCurrency: row.binary_currency,
    usedCoins: row.used_coins,
    depositCoins: row.deposit_coins,
    buyCoins: row.buy_coins,
    coinInfoJson: JSON.stringify(row.coin_info),
    stockPrefix: row.stock_prefix,
    overseaPrefix: row.oversea_prefix,
    liveChat: row.live_chat,
    signupChecks: row.signup_checks,
    logoUrl: row.logo_url,
    accent: row.accent,
    footer: row.footer,
    createdAt: row.created_at === null ? null : Number(row.created_at),
    maintenance: maintenanceOf(row),
  }))
}
