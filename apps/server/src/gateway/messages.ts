import { PreparedMessage } from '@maru/stomp'

/** Builds MESSAGE frames around the envelope `{event, epoch, seq, ts, data}`. */
export class Messages {
  readonly #epoch: () => number
  readonly #now: () => number
  #count = 0

  /** `epoch` is the core's lease epoch, `now` the domain clock. */
  constructor(epoch: () => number, now: () => number) {
    this.#epoch = epoch
    this.#now = now
  }

  build(
    destination: string,
    event: string,
    data: unknown,
    stamp: { readonly seq?: number | null; readonly epoch?: number; readonly ts?: number } = {},
  ): PreparedMessage {
    const { seq = null, epoch = this.#epoch(), ts = this.#now() } = stamp
    return new PreparedMessage(
      destination,
      String(++this.#count),
      JSON.stringify({ event, epoch, seq, ts, data: data ?? null }),
    )
  }
}
