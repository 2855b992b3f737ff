import type { FeedMessage } from '../feed.ts'

/** Something that was said in a recording. Times of the recording; `say` moves them by the shift. */
export interface Recorded {
  /** When the recorder received it, ms, with a fraction. */
  readonly at: number
  readonly sourceTs: number
  /** Whether it is a tick: the first one of a file defines the shift. */
  readonly tick?: true
  say(shift: number, recvTs: number, source: string): FeedMessage
}

/** The name of a replayed source: it tells the file and by what its times were moved. */
export const replaySource = (file: string, shiftMs: number): string =>
  `replay:${file}${shiftMs < 0 ? '' : '+'}${shiftMs}`

/** What was added to the recorded times of a source, ms; 0 for sources that are not replayed. */
export function replayShiftOf(source: string): number {
  const match = /^replay:.*([+-]\d+)$/.exec(source)
  return match ? Number(match[1]) : 0
}
