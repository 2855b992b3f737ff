import type { ConsoleSite, SiteFlags } from '@maru/contract'
import { create } from 'zustand'
import type { Change } from '../../parts/before-after.tsx'

export type Flag = keyof SiteFlags

/** What was changed on the pages and not sent yet. */
export interface Draft {
  readonly flags: { readonly [K in Flag]?: boolean }
  readonly liveChat?: boolean
  readonly name?: string
  /** null: the house's own. */
  readonly accent?: string | null
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
const houseColour = '하우스 색'

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
  const { liveChat = site.liveChat, name = site.name, accent = site.accent } = draft
  if (liveChat !== site.liveChat)
    found.push({
      key: 'liveChat',
      name: '실시간 상담',
      before: onOff(site.liveChat),
      after: onOff(liveChat),
      undo: { liveChat: site.liveChat },
    })
  if (name.trim() !== site.name)
    found.push({ key: 'name', name: '이름', before: site.name, after: name.trim(), undo: { name: site.name } })
  if (accent !== site.accent)
    found.push({
      key: 'accent',
      name: '강조색',
      before: site.accent ?? houseColour,
      after: accent ?? houseColour,
      undo: { accent: site.accent },
    })
  return found
}

/** The body of the call: the changed fields only. */
export function bodyOf(pending: readonly Pending[], draft: Draft) {
  const { flags, liveChat, name, accent } = draft
  const has = (key: string) => pending.some((one) => one.key === key)
  const wanted = Object.fromEntries(Object.entries(flags).filter(([flag]) => has(flag)))
  return {
    ...(Object.keys(wanted).length > 0 && { flags: wanted }),
    ...(has('liveChat') && liveChat !== undefined && { liveChat }),
    ...(has('name') && name !== undefined && { name: name.trim() }),
    ...(has('accent') && accent !== undefined && { accent }),
  }
}
