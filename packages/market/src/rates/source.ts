import type { GoodRate } from './checked.ts'

/** A rate of exchange as its source states it. */
export interface Rate {
  readonly kind: 'rate'
  readonly pair: 'USDKRW'
  /** 10^-2 KRW a USD. */
  readonly rate: number
  /** Who states it, as screens name it. */
  readonly source: string
  /** The time to which it belongs, epoch ms: its age counts from here. */
  readonly sourceTs: number
  readonly recvTs: number
}

export const rateDecimals = 2

/** What operators see of a source that asks for them. */
export interface RateDesk {
  /** The last rate that was taken; null: none was ever. */
  last(): GoodRate | null
  /** The rate that waits for an operator's confirmation; null: none does. */
  proposed(): GoodRate | null
  /** Why the newest answer could not be used, and when it came; null after one that could. */
  problem(): { readonly text: string; readonly at: number } | null
  /** Takes the rate that waits; false where another one waits by now, none does, or it grew too old. */
  confirm(rate: number, date: string): boolean
}

/** The port of exchange rates. Only good rates come out: what a source says is checked before. */
export interface RateSource {
  start(listener: (rate: Rate) => void): void
  stop(): void
  /** Of a source whose rates a person may have to look at. */
  readonly desk?: RateDesk
}
