import type { BodyOf, IdempotentCall, ReplyOf } from '@maru/contract/client'
import { create } from 'zustand'
import { newKey, recoverCommand, submitCommand } from '../../api/command.ts'
import { isApiError } from '../../api/error.ts'
import { errorText } from '../../api/error-text.ts'
import { queryClient } from '../../api/query-client.ts'
import { showAlert } from '../../app/alert.tsx'
import { currentSession } from '../../session/store.ts'
import { futuresKeys } from './queries.ts'

/**
 * What may be under way once: the ticket's order, or one act on one position or order. A second touch of the same thing does
 * nothing; another thing, a close above all, never waits for it.
 */
export type Lane = 'ticket' | 'leverage' | 'all' | `position-${number}` | `order-${number}` | `move-${number}`
/** checking: no answer came, and it is asked what became of it. done: it was accepted a moment ago. */
export type LaneState = 'sending' | 'checking' | 'done'

const useLanes = create<{ readonly lanes: Readonly<Partial<Record<Lane, LaneState>>> }>(() => ({ lanes: {} }))
export const useLane = (lane: Lane): LaneState | null => useLanes(({ lanes }) => lanes[lane] ?? null)

/** After an order was accepted its lane rests: the second touch of a double tap must not become a second order. */
const restMs = 800

/** Sends a command once. Resolves to its reply, or to null where the lane was busy, or it was refused and that was said. */
export async function run<N extends IdempotentCall>(lane: Lane, name: N, body: BodyOf<N>): Promise<ReplyOf<N> | null> {
  if (useLanes.getState().lanes[lane]) return null
  const key = newKey()
  keep({ key, lane, name })
  set(lane, 'sending')
  return conclude(lane, name, key, () => submitCommand(name, body, () => set(lane, 'checking'), key))
}

/** After a reload in the middle of a command: finds out what became of each, and says it where it was refused. */
export async function resumeCommands(): Promise<void> {
  const waiting = kept().filter(({ lane }) => !useLanes.getState().lanes[lane])
  await Promise.all(
    waiting.map(({ key, lane, name }) => {
      set(lane, 'checking')
      return conclude(lane, name, key, () => recoverCommand(name, key))
    }),
  )
}

async function conclude<T>(lane: Lane, name: IdempotentCall, key: string, work: () => Promise<T>): Promise<T | null> {
  try {
    const reply = await work()
    forget(key)
    set(lane, name === 'futuresOrder' ? 'done' : null)
    if (name === 'futuresOrder') setTimeout(() => set(lane, null), restMs)
    return reply
  } catch (error) {
    set(lane, null)
    if (!isApiError(error)) throw error
    // Not even asking got an answer: the key is kept, so that the next visit can still find out.
    if (error.code !== 'RESULT_UNKNOWN') forget(key)
    void queryClient.invalidateQueries({ queryKey: futuresKeys.all })
    // Whoever waits for the reply must not wait until this was read.
    void showAlert(errorText(error))
    return null
  }
}

function set(lane: Lane, state: LaneState | null) {
  useLanes.setState(({ lanes: { [lane]: _, ...others } }) => ({
    lanes: state === null ? others : { ...others, [lane]: state },
  }))
}

interface Kept {
  readonly key: string
  readonly lane: Lane
  readonly name: IdempotentCall
}
/** Commands under way outlive a reload of their tab: a key is all that is needed to find out what became of it. */
const storageKey = () => `maru:futures-under-way:${currentSession().me?.id ?? 0}`
const kept = (): Kept[] => JSON.parse(sessionStorage.getItem(storageKey()) ?? '[]') as Kept[]
const store = (commands: readonly Kept[]) => sessionStorage.setItem(storageKey(), JSON.stringify(commands))
const keep = (command: Kept) => store([...kept(), command])
const forget = (key: string) => store(kept().filter((command) => command.key !== key))
