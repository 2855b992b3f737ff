import { textOf } from '@maru/client/i18n/texts'
import type { MarketType } from '@maru/contract'
import { type ToastTone, toast } from '@maru/ui'
import { memberSettings, type SoundKind } from '../settings/member-settings.ts'
import type { TradeSide } from './price-line.ts'
import { playSound, type Sound } from './sounds.ts'
import { tradingTexts } from './texts.ts'

type Told = keyof typeof news

/** What the member is told of an event of his orders and positions. */
export interface Announcement {
  readonly event: Told
  readonly side?: TradeSide
  readonly marketType?: MarketType
  /** A second line: instrument, quantity, price. */
  readonly text?: string
  readonly durationMs?: number
  /** The order or position: newer news of it take the place of older ones. */
  readonly about?: string
}

/** Orders that wait make themselves heard when they are placed and cancelled; others when they are filled. */
const waiting: ReadonlySet<MarketType> = new Set<MarketType>(['LIMIT', 'STOPLIMIT', 'STOPMARKET'])

const news = {
  ORDER_SUCCESS: { title: 'orderSuccess', tone: 'ok', sound: 'success' },
  ORDER_CANCEL: { title: 'orderCancel', tone: 'ok', sound: 'cancel' },
  ORDER_FILLED: { title: 'orderFilled', tone: 'ok', sound: 'filled' },
  POSITION_WARN: { title: 'positionWarn', tone: 'warn', sound: null },
  LEVERAGE_UPDATE: { title: 'leverageUpdate', tone: 'warn', sound: null },
  POSITION_LIQUID: { title: 'positionLiquid', tone: 'error', sound: 'liquid' },
} as const satisfies Record<
  string,
  { title: keyof typeof tradingTexts.ko; tone: ToastTone; sound: 'success' | 'cancel' | 'filled' | 'liquid' | null }
>

/** Says for 2 s what happened, with its sound where the member's settings allow one. */
export function announce({ event, text, about, durationMs = 2_000, ...of }: Announcement) {
  const { tone } = news[event]
  toast({
    title: textOf(tradingTexts, titleOf({ event, ...of })),
    tone,
    durationMs,
    ...(text !== undefined && { text }),
    ...(about !== undefined && { about }),
  })
  const sound = soundOf({ event, ...of }, memberSettings().sound)
  if (sound) playSound(sound)
}

/** The title of an event: TP and SL are set on a position, which orders nothing yet. */
export const titleOf = ({ event, marketType }: Pick<Announcement, 'event' | 'marketType'>) =>
  event === 'ORDER_SUCCESS' && (marketType === 'TAKEPROFIT' || marketType === 'STOPLOSS')
    ? 'exitSet'
    : news[event].title

/** The sound of an event; null where it has none or it is switched off. A liquidation is always heard. */
export function soundOf(
  { event, side, marketType }: Pick<Announcement, 'event' | 'side' | 'marketType'>,
  allowed: Readonly<Record<SoundKind, boolean>>,
): Sound | null {
  const { sound } = news[event]
  if (sound === null || sound === 'liquid') return sound
  if (!side || !allowed[sound.toUpperCase() as SoundKind]) return null
  if (sound !== 'filled' && !(marketType && waiting.has(marketType))) return null
  return `${sound}-${side}`
}
