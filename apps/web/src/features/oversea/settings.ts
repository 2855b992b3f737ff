import type { OrderableMarketType } from '@maru/contract'
import { create } from 'zustand'
import { currentSession, useSession } from '../../session/store.ts'
import { currentSite } from '../../site/store.ts'

const types: readonly OrderableMarketType[] = ['LIMIT', 'MARKET', 'STOPMARKET', 'STOPLIMIT']

/**
 * How a member trades overseas futures, kept on this device beside what all books share (chips, sounds, TP and SL ticks:
 * `settings/member-settings.ts`). One-touch is none of it: it is armed anew each time.
 */
export interface OverseaSettings {
  /** A sheet with every figure is shown before an order leaves. */
  readonly confirms: boolean
  /** The same before a whole position is closed at the market. */
  readonly confirmsClose: boolean
  /** A question follows when a line on the chart was dragged. */
  readonly confirmsLines: boolean
  readonly marketType: OrderableMarketType
  /** New orders carry a take profit, a stop loss. */
  readonly takeProfit: boolean
  readonly stopLoss: boolean
  /** Lists show this instrument alone. */
  readonly onlyThis: boolean
}

export const defaultOverseaSettings: OverseaSettings = {
  confirms: true,
  confirmsClose: true,
  confirmsLines: true,
  marketType: 'LIMIT',
  takeProfit: false,
  stopLoss: false,
  onlyThis: false,
}

export const useOverseaSettings = create<OverseaSettings>(() => readOverseaSettings(stored()))

/** Changes settings, and keeps them for this member; a guest's choice lasts as long as the page. */
export function changeOverseaSettings(change: Partial<OverseaSettings>) {
  useOverseaSettings.setState(change)
  const key = storageKey()
  if (key) localStorage.setItem(key, JSON.stringify(useOverseaSettings.getState()))
}

useSession.subscribe((now, before) => {
  if (now.me?.username !== before.me?.username) useOverseaSettings.setState(readOverseaSettings(stored()), true)
})

function storageKey(): string | null {
  const { me } = currentSession()
  const site = currentSite()
  return me && site ? `maru:${site.code}:${me.username}:oversea` : null
}
function stored(): string | null {
  const key = storageKey()
  return key && localStorage.getItem(key)
}

/** Stored settings field by field: what is missing or broken is the default. */
export function readOverseaSettings(text: string | null): OverseaSettings {
  const given = parse(text)
  const { marketType, ...flags } = defaultOverseaSettings
  const names = Object.keys(flags) as (keyof typeof flags)[]
  const read = Object.fromEntries(
    names.map((name) => [name, typeof given[name] === 'boolean' ? given[name] : flags[name]]),
  ) as typeof flags
  return { ...read, marketType: types.find((one) => one === given['marketType']) ?? marketType }
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // A broken value is as good as none.
    return {}
  }
}
