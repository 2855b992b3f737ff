import type { ConsoleSite, SiteFlags } from '@maru/contract'
import { create } from 'zustand'
import type { Change } from '../../parts/before-after.tsx'
import { footerWords } from '../../parts/desk-words.ts'
import { t } from './texts.ts'

export type Flag = keyof SiteFlags

/** What can be changed beside the flags. */
interface Fields {
  readonly name: string
  readonly liveChat: boolean
  /** null: the house's own. */
  readonly accent: string | null
  readonly domains: readonly string[]
  readonly language: ConsoleSite['language']
  readonly guestLanguage: ConsoleSite['language']
  readonly wallets: readonly ConsoleSite['wallets'][number][]
  readonly depositCoins: readonly ConsoleSite['coins'][number][]
  readonly buyCoins: readonly ConsoleSite['coins'][number][]
  readonly signupChecks: readonly ConsoleSite['signupChecks'][number][]
  /** null: the default form. */
  readonly footer: ConsoleSite['footer']
  /** The codes of the banks that are offered. */
  readonly banks: readonly string[]
  readonly licence: ConsoleSite['licence']
  readonly countries: readonly string[]
}
type Field = keyof Fields

/** What was changed on the pages and not sent yet. */
export interface Draft extends Partial<Fields> {
  readonly flags: { readonly [K in Flag]?: boolean }
}

const none: Draft = { flags: {} }

/** One draft a site: what was begun for one is never sent for another. */
const useDrafts = create<Readonly<Record<number, Draft>>>(() => ({}))

export const useDraft = (siteId: number): Draft => useDrafts((drafts) => drafts[siteId] ?? none)
export const dropDraft = (siteId: number) => useDrafts.setState({ [siteId]: none })
export const edit = (siteId: number, fields: Partial<Draft>) =>
  useDrafts.setState((drafts) => ({ [siteId]: { ...(drafts[siteId] ?? none), ...fields } }))

/** The places of the six flags: what each is called, and what of the product it is. The second one is unused. */
export const flagPlaces: readonly (null | { readonly flag: Flag; readonly name: string; readonly what: string })[] = [
  { flag: 'oversea', name: t('oversea'), what: t('overseaHint') },
  null,
  { flag: 'p2p', name: t('p2pBuy'), what: '/wallet/p2p' },
  { flag: 'futures', name: t('perpetual'), what: t('perpetualHint') },
  { flag: 'powerball', name: t('powerball'), what: t('powerballHint') },
  { flag: 'binary', name: t('binary'), what: t('binaryHint') },
]

export const onOff = (value: boolean): string => (value ? t('on') : t('off'))
export const languageWords = { ko: t('korean'), en: t('english') } as const
export const walletWords = { BINARY: t('krw'), FUTURES: t('futures') } as const
export const coinWords = { USDT: t('tether'), BTC: t('bitcoin'), ETH: t('ethereum'), XRP: t('ripple') } as const
export const checkWords = { IDENTITY: t('identity'), PHONE: t('phone'), EMAIL: t('mail') } as const

const listed = (names: readonly string[]): string => (names.length === 0 ? t('none') : names.join(', '))
const dayOf = (at: number): string => new Date(at + 9 * 3_600_000).toISOString().slice(0, 10)

/** What each field is called, what it is now, and how its value is said. */
const fields: { readonly [K in Field]: readonly [name: string, say: (value: Fields[K], site: ConsoleSite) => string] } =
  {
    name: [t('name'), (value) => value.trim()],
    liveChat: [t('liveChat'), onOff],
    accent: [t('accent'), (value) => value ?? t('houseColour')],
    domains: [t('domains'), listed],
    language: [t('memberLanguage'), (value) => languageWords[value]],
    guestLanguage: [t('guestLanguage'), (value) => languageWords[value]],
    wallets: [t('shownWallets'), (value) => listed(value.map((one) => walletWords[one]))],
    depositCoins: [t('depositCoins'), (value) => listed(value.map((one) => coinWords[one]))],
    buyCoins: [t('buyCoins'), (value) => listed(value.map((one) => coinWords[one]))],
    signupChecks: [t('signupCheck'), (value) => listed(value.map((one) => checkWords[one]))],
    footer: [
      t('footer'),
      (value) => (value === null ? t('footerDefault') : value.map((entry) => footerWords[entry]).join(' · ')),
    ],
    banks: [
      t('bank'),
      (value, { banks }) => {
        const off = banks.filter(({ code }) => !value.includes(code)).map(({ name }) => name)
        const [first, ...others] = off
        return first === undefined
          ? t('all')
          : t('banksMissing', {
              length: value.length,
              first,
              others: others.length > 0 ? t('andOthers', { length: others.length }) : '',
            })
      },
    ],
    licence: [
      t('licence'),
      (value) =>
        value === null
          ? t('none')
          : t('licenceLine', { authority: value.authority, number: value.number, day: dayOf(value.validUntil) }),
    ],
    countries: [t('countries'), listed],
  }

/** The fields of a site as they are. */
export const fieldsOf = (site: ConsoleSite): Fields => ({
  ...site,
  banks: site.banks.flatMap(({ code, isOn }) => (isOn ? [code] : [])),
})

/** The fields as they will be. */
export const draftedOf = (site: ConsoleSite, { flags: _, ...draft }: Draft): Fields => ({ ...fieldsOf(site), ...draft })

/** A change as it stands in the list, and how it is taken back. */
export interface Pending extends Change {
  readonly key: string
  readonly undo: Partial<Draft>
}

/** What the draft changes of the site as it is; what says the same as before is no change. */
export function pendingOf(site: ConsoleSite, draft: Draft): readonly Pending[] {
  const found: Pending[] = []
  for (const place of flagPlaces) {
    if (place === null) continue
    const { flag, name } = place
    const [before, after] = [site.flags[flag], draft.flags[flag] ?? site.flags[flag]]
    const { [flag]: _, ...flags } = draft.flags
    if (before !== after) found.push({ key: flag, name, before: onOff(before), after: onOff(after), undo: { flags } })
  }
  const [was, will] = [fieldsOf(site), draftedOf(site, draft)]
  for (const key of Object.keys(fields) as Field[]) {
    const [name, say] = fields[key] as readonly [string, (value: unknown, site: ConsoleSite) => string]
    const same = key === 'footer' ? JSON.stringify : sameText
    if (same(was[key]) === same(will[key])) continue
    found.push({ key, name, before: say(was[key], site), after: say(will[key], site), undo: { [key]: was[key] } })
  }
  return found
}

const sameText = (value: unknown): string =>
  JSON.stringify(typeof value === 'string' ? value.trim() : Array.isArray(value) ? value.toSorted() : value)

/** The body of the call: the changed fields only. */
export function bodyOf(pending: readonly Pending[], draft: Draft) {
  const has = (key: string) => pending.some((one) => one.key === key)
  const wanted = Object.fromEntries(Object.entries(draft.flags).filter(([flag]) => has(flag)))
  const changed = Object.entries(draft).filter(([key]) => key !== 'flags' && has(key))
  return {
    ...(Object.keys(wanted).length > 0 && { flags: wanted }),
    ...Object.fromEntries(changed.map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value])),
  }
}
