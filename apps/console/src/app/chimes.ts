import type { Alarm, Overview } from '@maru/contract'
import type { SoundKind } from '../session/sound-choice.ts'

/** What nobody has taken chimes again after so long. */
const repeatMs = 60_000

/** How much waits of each kind. */
export type WaitingCounts = Readonly<Record<SoundKind, number>>

/** How much waits of each kind that can chime. */
export function waitingCounts(overview: Overview): WaitingCounts {
  const of = (...kinds: readonly Overview['tasks'][number]['kind'][]) =>
    overview.tasks.filter(({ kind }) => kinds.includes(kind)).length
  const { deposits, withdrawals, approvals, suspense, disputes, chats } = overview
  return {
    DEPOSIT: deposits.count,
    WITHDRAWAL: withdrawals.count,
    APPROVAL: approvals,
    SUSPENSE: suspense,
    DISPUTE: disputes,
    STOP: of('PAUSED', 'STOPPED', 'UNCONFIRMED'),
    PROVIDER: of('PROVIDER'),
    JOB: of('JOB'),
    CHAT: chats,
  }
}

interface Heard {
  readonly before: WaitingCounts
  readonly now: WaitingCounts
  readonly alarms: readonly Alarm[]
  readonly chosen: readonly SoundKind[]
  /** Since the last chime. */
  readonly silentMs: number
}

/** Does the console chime now: more waits of a chosen kind, or nobody has taken what has waited for a minute? */
export const isHeard = ({ before, now, alarms, chosen, silentMs }: Heard): boolean =>
  chosen.some((kind) => now[kind] > before[kind]) ||
  (silentMs >= repeatMs && alarms.some(({ kind, takenBy }) => takenBy === null && chosen.includes(kind)))
