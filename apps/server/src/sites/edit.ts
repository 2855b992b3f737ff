import type { ApprovalField, ConsoleSite, FooterEntry, SiteFlags } from '@maru/contract'
import { footerWords } from '@maru/contract/desk-words'
import type { BothLanguages } from '@maru/contract/language'
import { field, type Payload, stale, standingOf, valueText } from '../approvals/index.ts'
import { Refused } from '../http/index.ts'
import type { Tx } from '../ports.ts'

/** Where each switch stands in the six flags of a site. */
const places = { oversea: 0, p2p: 2, futures: 3, powerball: 4, binary: 5 } as const satisfies Record<
  keyof SiteFlags,
  number
>
const switches = Object.keys(places) as (keyof SiteFlags)[]

/** Flags as switches. */
export const switchesOf = (type: string): SiteFlags =>
  Object.fromEntries(switches.map((name) => [name, type[places[name]] === '1'])) as SiteFlags

/** Flags with some switches set; the second one stays 0. */
export const withSwitches = (type: string, flags: { readonly [K in keyof SiteFlags]?: boolean | undefined }): string =>
  [...type]
    .map((digit, place) => {
      const name = switches.find((one) => places[one] === place)
      const wanted = name === undefined ? undefined : flags[name]
      return wanted === undefined ? digit : wanted ? '1' : '0'
    })
    .join('')

type Licence = ConsoleSite['licence']

/** The columns of a site that staff change. */
export interface EditRow {
  readonly name: string
  readonly flags: string
  readonly live_chat: boolean
  readonly accent: string | null
  readonly domains: readonly string[]
  readonly language: 'ko' | 'en'
  readonly guest_language: 'ko' | 'en'
  readonly used_coins: string
  readonly deposit_coins: string
  readonly buy_coins: string
  readonly signup_checks: readonly ('IDENTITY' | 'PHONE' | 'EMAIL')[]
  readonly footer: readonly FooterEntry[] | null
  readonly bank_filter: Readonly<Record<string, unknown>>
  readonly licence: Licence
  readonly countries: readonly string[]
}
export interface StoredSite extends EditRow {
  readonly money_mode: 'DEMO' | 'LICENSED'
  readonly logo_url: string | null
  readonly created_at: string | null
  readonly version: number
}

/** A column's value as text, as an approval carries it and pages show it, and back. */
interface Form<T> {
  readonly text: (value: T) => string
  readonly read: (text: string) => T
}
const word = { text: (value: string) => value, read: (text: string) => text }
const flag: Form<boolean> = { text: (value) => (value ? '1' : '0'), read: (text) => text === '1' }
const list: Form<readonly string[]> = {
  text: (value) => value.join(','),
  read: (text) => (text === '' ? [] : text.split(',')),
}
const orNone = <T>(form: Form<T>): Form<T | null> => ({
  text: (value) => (value === null ? '' : form.text(value)),
  read: (text) => (text === '' ? null : form.read(text)),
})
const json = <T>(): Form<T> => ({ text: (value) => JSON.stringify(value), read: (text) => JSON.parse(text) as T })

/** How each column travels; the name is that of an approval's payload and of a refusal's newer values. */
const forms = {
  name: ['name', word],
  flags: ['flags', word],
  live_chat: ['liveChat', flag],
  accent: ['accent', orNone(word)],
  domains: ['domains', list],
  language: ['language', word],
  guest_language: ['guestLanguage', word],
  used_coins: ['wallets', word],
  deposit_coins: ['depositCoins', word],
  buy_coins: ['buyCoins', word],
  signup_checks: ['signupChecks', list],
  footer: ['footer', orNone(list)],
  bank_filter: ['banks', json()],
  licence: ['licence', orNone(json())],
  countries: ['countries', list],
} as unknown as { readonly [K in keyof EditRow]: readonly [name: string, form: Form<EditRow[K]>] }
const columns = Object.keys(forms) as (keyof EditRow)[]

const textOf = <K extends keyof EditRow>(column: K, row: Pick<EditRow, K>): string => forms[column][1].text(row[column])

/** What of the wanted values differs from the row, as an approval carries it. */
export function payloadOf(row: EditRow, wanted: Partial<EditRow>): Record<string, string> {
  const differing = columns.filter(
    (column) => column in wanted && textOf(column, row) !== textOf(column, wanted as EditRow),
  )
  return Object.fromEntries(differing.map((column) => [forms[column][0], textOf(column, wanted as EditRow)]))
}

/** What an approval asks for. */
export function wantedOf(payload: Payload): Partial<EditRow> {
  const named = columns.filter((column) => forms[column][0] in payload)
  return Object.fromEntries(named.map((column) => [column, forms[column][1].read(String(payload[forms[column][0]]))]))
}

const flagWords = {
  oversea: { ko: '해외선물', en: 'Overseas futures' },
  p2p: { ko: 'P2P 구매', en: 'P2P buying' },
  futures: { ko: '무기한선물', en: 'Perpetual futures' },
  powerball: { ko: '파워볼', en: 'Powerball' },
  binary: { ko: '바이너리', en: 'Binary' },
} as const satisfies Record<keyof SiteFlags, BothLanguages>
const columnWords: Readonly<Record<Exclude<keyof EditRow, 'flags'>, BothLanguages>> = {
  name: { ko: '이름', en: 'Name' },
  live_chat: { ko: '실시간 상담', en: 'Live chat' },
  accent: { ko: '강조색', en: 'Accent colour' },
  domains: { ko: '도메인', en: 'Domains' },
  language: { ko: '언어', en: 'Language' },
  guest_language: { ko: '방문자 언어', en: 'Visitors’ language' },
  used_coins: { ko: '지갑', en: 'Wallets' },
  deposit_coins: { ko: '입금 코인', en: 'Deposit coins' },
  buy_coins: { ko: '구매 코인', en: 'Coins to buy' },
  signup_checks: { ko: '가입 확인', en: 'Sign-up checks' },
  footer: { ko: '하단 메뉴', en: 'Footer' },
  bank_filter: { ko: '은행 목록', en: 'Banks' },
  licence: { ko: '라이선스', en: 'Licence' },
  countries: { ko: '국가', en: 'Countries' },
}

/** Switches of which two rows differ, in words. */
export const switchFields = (before: string, after: string): ApprovalField[] =>
  switches
    .filter((name) => before[places[name]] !== after[places[name]])
    .map((name) =>
      field(flagWords[name], valueText(before[places[name]] === '1'), valueText(after[places[name]] === '1')),
    )

const footerText = (footer: StoredSite['footer']): BothLanguages => {
  if (footer === null) return { ko: '기본', en: 'Default' }
  const said = (language: 'ko' | 'en') => footer.map((entry) => footerWords[entry][language]).join(' · ')
  return { ko: said('ko'), en: said('en') }
}

/** What an edit changes, in words: before → after. */
export function fieldsOf(row: EditRow, wanted: Partial<EditRow>): ApprovalField[] {
  return (Object.keys(wanted) as (keyof EditRow)[]).flatMap((column) => {
    if (column === 'flags') return switchFields(row.flags, wanted.flags ?? row.flags)
    const shown = (of: Partial<EditRow>) => {
      if (column === 'footer') return footerText(of.footer ?? null)
      const value = of[column]
      return valueText(Array.isArray(value) ? value.join(', ') : value)
    }
    return [field(columnWords[column], shown(row), shown(wanted))]
  })
}

/** Refuses an older version, with what those who come late wanted to change as it is now. */
export function staleSite(row: StoredSite, wanted: Partial<EditRow>): Refused {
  const now = columns
    .filter((column) => column in wanted)
    .map((column) => [forms[column][0], textOf(column, row)] as const)
  const differing = fieldsOf(row, wanted).filter(
    ({ before, after }) => JSON.stringify(before) !== JSON.stringify(after),
  )
  return stale(standingOf(differing), { ...Object.fromEntries(now), version: row.version })
}

/** The columns of an edit alone, for the log. */
export const loggedOf = (row: EditRow): Partial<EditRow> =>
  Object.fromEntries(columns.map((column) => [column, row[column]])) as Partial<EditRow>

export async function storedSite(tx: Tx, siteId: number, lock: '' | 'for update' = ''): Promise<StoredSite> {
  const [row] = await tx.query<StoredSite & object>(
    `select ${columns.join(', ')}, money_mode, logo_url, created_at, version from site where id = $1 ${lock}`,
    [siteId],
  )
  if (row === undefined) throw new Refused('SITE_NOT_FOUND')
  return row
}

/** Writes what an edit changed; throws where the version is older. */
export async function writeSite(tx: Tx, siteId: number, version: number, after: EditRow): Promise<void> {
  const values = columns.map((column) =>
    column === 'bank_filter' || column === 'licence' ? JSON.stringify(after[column]) : after[column],
  )
  const set = columns.map((column, place) => `${column} = $${place + 3}`)
  const changed = await unlessDomainTaken(() =>
    tx.query(`update site set ${set.join(', ')}, version = version + 1 where id = $1 and version = $2 returning id`, [
      siteId,
      version,
      ...values,
    ]),
  )
  if (changed.length === 0) throw staleSite(await storedSite(tx, siteId), after)
}

/** Two sites that want one domain or code at once: the database decides who was first. */
export async function unlessDomainTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === '23505' && constraint === 'site_domain') throw new Refused('DOMAIN_TAKEN')
    if (code === '23505' && constraint === 'site_code_key') throw new Refused('SITE_CODE_TAKEN')
    throw error
  }
}
