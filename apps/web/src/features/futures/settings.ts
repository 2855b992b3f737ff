import type { OrderableMarketType } from '@maru/contract'
import { create } from 'zustand'
import { currentSession, useSession } from '../../session/store.ts'
import { currentSite } from '../../site/store.ts'

/** Slippage that a member may allow a market order, in percent. */
export const tolerances = ['0.1', '0.3', '0.5', '1'] as const

const types: readonly OrderableMarketType[] = ['LIMIT', 'MARKET', 'STOPLIMIT', 'STOPMARKET']

/** How a member trades futures, kept on this device. */
export interface FuturesSettings {
  /** A sheet with every figure is shown before an order leaves. */
  readonly confirms: boolean
  /** The same before a whole position is closed at the market, and a question before it is reversed. */
  readonly confirmsClose: boolean
  readonly confirmsReverse: boolean
  /** A question follows when a line on the chart was dragged. */
  readonly confirmsLines: boolean
  readonly tolerance: (typeof tolerances)[number]
  readonly marketType: OrderableMarketType
  /** Lists show this instrument alone. */
  readonly onlyThis: boolean
}

export const defaultFuturesSettings: FuturesSettings = {
  confirms: true,
  confirmsClose: true,
  confirmsReverse: true,
  confirmsLines: true,
  tolerance: '0.5',
  marketType: 'LIMIT',
  onlyThis: false,
}

export const useFuturesSettings = create<FuturesSettings>(() => readFuturesSettings(stored()))

/** Changes settings, and keeps them for this member; a guest's choice lasts as long as the page. */
export function changeFuturesSettings(change: Partial<FuturesSettings>) {
  useFuturesSettings.setState(change)
  const key = storageKey()
  if (key) localStorage.setItem(key, JSON.stringify(useFuturesSettings.getState()))
}

useSession.subscribe((now, before) => {
  if (now.me?.username !== before.me?.username) useFuturesSettings.setState(readFuturesSettings(stored()), true)
})

function storageKey(): string | null {
  const { me } = currentSession()
  const site = currentSite()
  return me && site ? `maru:${site.code}:${me.username}:futures` : null
}
function stored(): string | null {
  const key = storageKey()
  return key && localStorage.getItem(key)
}

/** Stored settings field by field: what is missing or broken is the default. */
export function readFuturesSettings(text: string | null): FuturesSettings {
  const given = parse(text)
  const { tolerance, marketType } = defaultFuturesSettings
  const flag = (name: 'confirms' | 'confirmsClose' | 'confirmsReverse' | 'confirmsLines' | 'onlyThis') => {
    const value = given[name]
    return typeof value === 'boolean' ? value : defaultFuturesSettings[name]
  }
  return {
    confirms: flag('confirms'),
    confirmsClose: flag('confirmsClose'),
    confirmsReverse: flag('confirmsReverse'),
    confirmsLines: flag('confirmsLines'),
    tolerance: tolerances.find((one) => one === given['tolerance']) ?? tolerance,
    marketType: types.find((one) => one === given['marketType']) ?? marketType,
    onlyThis: flag('onlyThis'),
  }
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
