import { fieldsOf, keptSettings } from './kept.ts'

export type SoundKind = 'SUCCESS' | 'CANCEL' | 'FILLED'

/** What a member sets on this device (specification 3, local settings per user). */
export interface MemberSettings {
  /** Order quantities to choose from. */
  orderCnt: readonly number[]
  /** Which events make a sound. */
  sound: Readonly<Record<SoundKind, boolean>>
  /** Default ticks of take profit and stop loss. */
  tpsl: { readonly tp: number; readonly sl: number }
  /** Sound and toast when a round that one takes part in ends (betEndAlarm). */
  isAlarm: boolean
}

export const defaultSettings: MemberSettings = {
  orderCnt: [1, 3, 5, 10],
  sound: { SUCCESS: true, CANCEL: true, FILLED: true },
  tpsl: { tp: 10, sl: 10 },
  isAlarm: true,
}

/** The signed-in member's settings; the defaults for guests. */
export const { useSettings: useMemberSettings, change: changeSettings } = keptSettings('settings', readSettings)
export const memberSettings = (): MemberSettings => useMemberSettings.getState()

/** Stored settings field by field: what is missing or broken is the default. */
export function readSettings(text: string | null): MemberSettings {
  const stored = fieldsOf(text) as Partial<MemberSettings>
  const flag = (value: unknown, otherwise: boolean) => (typeof value === 'boolean' ? value : otherwise)
  const ticks = (value: unknown, otherwise: number) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 1000 ? Number(value) : otherwise
  const counts = stored.orderCnt
  const isCounts =
    Array.isArray(counts) && counts.length === 4 && counts.every((count) => Number.isInteger(count) && count > 0)
  return {
    orderCnt: isCounts ? counts : defaultSettings.orderCnt,
    sound: {
      SUCCESS: flag(stored.sound?.SUCCESS, true),
      CANCEL: flag(stored.sound?.CANCEL, true),
      FILLED: flag(stored.sound?.FILLED, true),
    },
    tpsl: { tp: ticks(stored.tpsl?.tp, 10), sl: ticks(stored.tpsl?.sl, 10) },
    isAlarm: flag(stored.isAlarm, true),
  }
}
