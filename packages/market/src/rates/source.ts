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

/** The port of exchange rates. Only good rates come out: what a source says is checked before. */
export interface RateSource {
  start(listener: (rate: Rate) => void): void
  stop(): void
}
