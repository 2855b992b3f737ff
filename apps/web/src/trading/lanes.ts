import type { BodyOf, IdempotentCall, ReplyOf } from '@maru/contract/client'
import { create } from 'zustand'
import { newKey, recoverCommand, submitCommand } from '../api/command.ts'
import { isApiError } from '../api/error.ts'
import { errorText } from '../api/error-text.ts'
import { queryClient } from '../api/query-client.ts'
import { showAlert } from '../app/alert.tsx'
import { currentSession } from '../session/store.ts'

/** checking: no answer came, and it is asked what became of it. done: it was accepted a moment ago. */
export type LaneState = 'sending' | 'checking' | 'done'

/** After an order was accepted its lane rests: the second touch of a double tap must not become a second order. */
const restMs = 800

interface Kept<Lane> {
  readonly key: string
  readonly lane: Lane
  readonly name: IdempotentCall
}

/**
 * The commands of a book. A lane is what may be under way once: the ticket's order, or one act on one position or order. A
 * second touch of the same thing does nothing; another thing, a close above all, never waits for it. `order` is the command
 * after which its lane rests; below `book` are the queries that a refusal makes doubtful.
 */
export function createLanes<Lane extends string>(book: string, order: IdempotentCall) {
  type Lanes = Readonly<Partial<Record<Lane, LaneState>>>
  const useLanes = create<{ readonly lanes: Lanes }>(() => ({ lanes: {} as Lanes }))
  const stateOf = (lane: Lane): LaneState | null => useLanes.getState().lanes[lane] ?? null
  const set = (lane: Lane, state: LaneState | null) =>
    useLanes.setState(({ lanes: { [lane]: _, ...others } }) => ({
      lanes: (state === null ? others : { ...others, [lane]: state }) as Lanes,
    }))

  // Commands under way outlive a reload of their tab: a key is all that is needed to find out what became of it.
  const storageKey = () => `maru:${book}-under-way:${currentSession().me?.id ?? 0}`
  const kept = () => JSON.parse(sessionStorage.getItem(storageKey()) ?? '[]') as Kept<Lane>[]
  const store = (commands: readonly Kept<Lane>[]) => sessionStorage.setItem(storageKey(), JSON.stringify(commands))
  const keep = (command: Kept<Lane>) => store([...kept(), command])
  const forget = (key: string) => store(kept().filter((command) => command.key !== key))

  async function conclude<T>(lane: Lane, name: IdempotentCall, key: string, work: () => Promise<T>): Promise<T | null> {
    try {
      const reply = await work()
      forget(key)
      set(lane, name === order ? 'done' : null)
      if (name === order) setTimeout(() => set(lane, null), restMs)
      return reply
    } catch (error) {
      set(lane, null)
      if (!isApiError(error)) throw error
      // Not even asking got an answer: the key is kept, so that the next visit can still find out.
      if (error.code !== 'RESULT_UNKNOWN') forget(key)
      void queryClient.invalidateQueries({ queryKey: [book] })
      // Whoever waits for the reply must not wait until this was read.
      void showAlert(errorText(error))
      return null
    }
  }

  return {
    useLane: (lane: Lane): LaneState | null => useLanes(({ lanes }) => lanes[lane] ?? null),

    /** Sends a command once. Resolves to its reply, or to null where the lane was busy, or it was refused and that was said. */
    async run<N extends IdempotentCall>(lane: Lane, name: N, body: BodyOf<N>): Promise<ReplyOf<N> | null> {
      if (stateOf(lane)) return null
      const key = newKey()
      keep({ key, lane, name })
      set(lane, 'sending')
      return conclude(lane, name, key, () => submitCommand(name, body, () => set(lane, 'checking'), key))
    },

    /** After a reload in the middle of a command: finds out what became of each, and says it where it was refused. */
    async resumeCommands(): Promise<void> {
      const waiting = kept().filter(({ lane }) => !stateOf(lane))
      await Promise.all(
        waiting.map(({ key, lane, name }) => {
          set(lane, 'checking')
          return conclude(lane, name, key, () => recoverCommand(name, key))
        }),
      )
    },
  }
}
