import type { Calendar } from '../calendar/plans.ts'
import { isResting } from '../calendar/sessions.ts'
import type { DomainClock, Feed, FeedMessage } from '../feed.ts'
import { isOverseas, type MarketInstrument } from '../instruments.ts'
import type { OrderBook } from '../order-book.ts'
import { orderBookOf, readBinance } from './binance.ts'
import { readOanda } from './oanda.ts'
import { type Recorded, replaySource } from './recorded.ts'
import { findRecordings, type Recording } from './recordings.ts'

export interface ReplayConfig {
  /** Where recordings lie, at any depth. */
  readonly directory: string
  /** Runs at the speed of the replay. */
  readonly clock: DomainClock
  readonly calendar: Calendar
  readonly instruments: readonly MarketInstrument[]
  /** A recording could not be read on; its instrument stays silent from there. */
  readonly onError: (error: Error) => void
}

/** Silence between two files of an instrument: the feed is not alive in it. */
const haltMs = 10_000
const heartbeatMs = 5_000
/** What may come before the first tick of a file. */
const mostBeforeTick = 10_000

/**
 * A feed of recordings. Each instrument plays its files one after the other, for ever, each moved so that its first tick is now:
 * source times by one shift (named in the source), receipts relative to that tick's, so that a recorder's wrong clock does
 * not matter. After each file the instrument is silent for 10 s.
 */
export function createReplay({ directory, clock, calendar, instruments, onError }: ReplayConfig): Feed & {
  readonly recordings: readonly Recording[]
} {
  const recordings = findRecordings(directory, instruments)
  const tracks = new Map<string, Recording[]>()
  for (const recording of recordings) {
    const track = tracks.get(recording.instrument.symbol)
    if (track) track.push(recording)
    else tracks.set(recording.instrument.symbol, [recording])
  }
  const sleepers = new Set<() => void>()
  let playing: Promise<void>[] = []
  let stopped = true

  /** Sleeps on the domain clock; wakes at once when the feed stops. */
  const until = (at: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        cancel()
        sleepers.delete(wake)
        resolve()
      }
      const cancel = clock.at(at, wake)
      sleepers.add(wake)
    })

  async function playFile(
    recording: Recording,
    book: OrderBook,
    listener: (message: FeedMessage) => void,
  ): Promise<void> {
    const { instrument } = recording
    const before: Recorded[] = []
    let start: { at: number; shift: number; source: string; recordedAt: number } | null = null
    let heartbeatAt = 0
    const say = (recorded: Recorded, recvTs: number) => {
      if (start && !isResting(calendar, instrument, recvTs)) listener(recorded.say(start.shift, recvTs, start.source))
    }
    for await (const recorded of read(recording, book)) {
      if (stopped) return
      if (!start) {
        before.push(recorded)
        if (!recorded.tick) {
          if (before.length > mostBeforeTick) throw new Error(`${recording.file}: no tick in its beginning`)
          continue
        }
        const at = clock.now()
        const shift = at - recorded.sourceTs
        start = { at, shift, source: replaySource(recording.file, shift), recordedAt: recorded.at }
        heartbeatAt = at
        for (const one of before) say(one, at)
        continue
      }
      const due = start.at + Math.max(0, Math.round(recorded.at - start.recordedAt))
      while (isOverseas(instrument) && heartbeatAt <= due && !stopped) {
        if (heartbeatAt > clock.now()) await until(heartbeatAt)
        listener({ kind: 'heartbeat', instruments: [instrument.symbol], sourceTs: heartbeatAt })
        heartbeatAt += heartbeatMs
      }
      if (due > clock.now()) await until(due)
      if (stopped) return
      say(recorded, due)
    }
  }

  async function playTrack(track: readonly Recording[], listener: (message: FeedMessage) => void): Promise<void> {
    const instrument = track[0]?.instrument
    if (!instrument) return
    const book = orderBookOf(instrument)
    while (!stopped) {
      for (const recording of track) {
        if (stopped) return
        await playFile(recording, book, listener)
        if (!stopped) await until(clock.now() + haltMs)
      }
    }
  }

  return {
    name: 'replay',
    recordings,
    async start(listener) {
      if (!stopped) throw new Error('the replay runs already')
      stopped = false
      const firsts = [...tracks.values()].map(
        (track) =>
          new Promise<void>((resolve, reject) => {
            const open = track.some(({ instrument }) => !isResting(calendar, instrument, clock.now()))
            if (!open) resolve()
            const heard = (message: FeedMessage) => {
              resolve()
              listener(message)
            }
            const failed = (error: Error) => {
              onError(error)
              reject(error)
            }
            playing.push(playTrack(track, heard).then(resolve, failed))
          }),
      )
      await Promise.all(firsts)
    },
    async stop() {
      stopped = true
      for (const wake of [...sleepers]) wake()
      await Promise.all(playing)
      playing = []
    },
  }
}

const read = ({ kind, path, instrument, day }: Recording, book: OrderBook): AsyncGenerator<Recorded> =>
  kind === 'binance' ? readBinance(path, instrument, book) : readOanda(path, instrument, day)
