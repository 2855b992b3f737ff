import type { ConsoleSite, SiteFlags } from '@maru/contract'
import { create } from 'zustand'
import type { Change } from '../../parts/before-after.tsx'

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
  { flag: 'oversea', name: '해외선물', what: '/oversea, 해외선물 조회와 지갑' },
  null,
  { flag: 'p2p', name: 'P2P 구매', what: '/wallet/p2p' },
  { flag: 'futures', name: '무기한선물', what: '/future, 무기한선물 조회와 지갑' },
  { flag: 'powerball', name: '파워볼', what: '표시만, 참여 없음' },
  { flag: 'binary', name: '바이너리', what: '회차 참여와 기록' },
]

export const onOff = (value: boolean): string => (value ? '켜짐' : '꺼짐')
export const languageWords = { ko: '한국어', en: '영어' } as const
export const walletWords = { BINARY: '원화', FUTURES: '선물' } as const
export const coinWords = { USDT: '테더', BTC: '비트코인', ETH: '이더리움', XRP: '리플' } as const
export const checkWords = { IDENTITY: '본인인증', PHONE: '휴대전화', EMAIL: '이메일' } as const

const listed = (names: readonly string[]): string => (names.length === 0 ? '없음' : names.join(', '))
const dayOf = (at: number): string => new Date(at + 9 * 3_600_000).toISOString().slice(0, 10)

/** What each field is called, what it is now, and how its value is said. */
const fields: { readonly [K in Field]: readonly [name: string, say: (value: Fields[K], site: ConsoleSite) => string] } =
  {
    name: ['이름', (value) => value.trim()],
    liveChat: ['실시간 상담', onOff],
    accent: ['강조색', (value) => value ?? '하우스 색'],
    domains: ['도메인', listed],
    language: ['회원 언어', (value) => languageWords[value]],
    guestLanguage: ['손님 언어', (value) => languageWords[value]],
    wallets: ['보이는 지갑', (value) => listed(value.map((one) => walletWords[one]))],
    depositCoins: ['입금 코인', (value) => listed(value.map((one) => coinWords[one]))],
    buyCoins: ['구매 코인', (value) => listed(value.map((one) => coinWords[one]))],
    signupChecks: ['가입 확인', (value) => listed(value.map((one) => checkWords[one]))],
    banks: [
      '은행',
      (value, { banks }) => {
        const off = banks.filter(({ code }) => !value.includes(code)).map(({ name }) => name)
        const [first, ...others] = off
        return first === undefined
          ? '모두'
          : `${value.length}곳 (빠짐: ${first}${others.length > 0 ? ` 외 ${others.length}` : ''})`
      },
    ],
    licence: [
      '라이선스',
      (value) => (value === null ? '없음' : `${value.authority} ${value.number} ${dayOf(value.validUntil)}까지`),
    ],
    countries: ['허용 국가', listed],
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
    if (sameText(was[key]) === sameText(will[key])) continue
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
