import { newKey, recoverCommand, submitCommand } from '@maru/client/api/command'
import { type ApiError, isApiError } from '@maru/client/api/error'
import type { BodyOf, IdempotentCall, ReplyOf } from '@maru/contract/client'
import type { QueryKey } from '@tanstack/react-query'
import { create } from 'zustand'
import { errorText } from '../api/error-text.ts'
import { queryClient } from '../api/query-client.ts'
import { currentSession } from '../session/store.ts'
import { showAlert } from '../shell/alert.tsx'

/** checking: no answer came, and it is asked what became of it. done: it was accepted a moment ago. */
export type LaneState = 'sending' | 'checking' | 'done'

/** After an order was accepted its lane rests: the second touch of a double tap must not become a second order. */
const usualRestMs = 800

interface Kept<Lane> {
  readonly key: string
  readonly lane: Lane
  readonly name: IdempotentCall
}

interface Book<Order extends IdempotentCall> {
  /** Below it are the queries of the book, and its commands under way are kept under it. */
  readonly name: string
  /** The command after which its lane rests. */
  readonly order: Order
  readonly restMs?: number
  /** The queries that a refusal makes doubtful, where they are not all of the book's. */
  readonly doubtful?: readonly QueryKey[]
  /** What becomes of the reply to an order, also to one that an earlier life of the page sent. */
  readonly onOrder?: (reply: ReplyOf<Order>) => void
}

/**
 * The commands of a book. A lane is what may be under way once: the ticket's order, or one act on one position or order. A
 * second touch of the same thing does nothing; another thing, a close above all, never waits for it.
 */
export function createLanes<Lane extends string, Order extends IdempotentCall>({
  name: book,
  order,
  restMs = usualRestMs,
  doubtful = [[book]],
  onOrder,
}: Book<Order>) {
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

  async function conclude<N extends IdempotentCall>(
    { lane, name, key }: Kept<Lane> & { readonly name: N },
    work: () => Promise<ReplyOf<N>>,
    onRefusal: (refusal: ApiError) => void,
  ): Promise<ReplyOf<N> | null> {
    try {
      const reply = await work()
      forget(key)
      if (isOrder(name, reply)) {
        onOrder?.(reply)
        set(lane, 'done')
        setTimeout(() => set(lane, null), restMs)
      } else set(lane, null)
      return reply
    } catch (error) {
      set(lane, null)
      if (!isApiError(error)) throw error
      // Not even asking got an answer: the key is kept, so that the next visit can still find out.
      if (error.code !== 'RESULT_UNKNOWN') forget(key)
      for (const queryKey of doubtful) void queryClient.invalidateQueries({ queryKey })
      // Whoever waits for the reply must not wait until this was read.
      onRefusal(error)
      return null
    }
  }
  const isOrder = (name: IdempotentCall, _reply: unknown): _reply is ReplyOf<Order> => name === order

  return {
    stateOf,
    useLane: (lane: Lane): LaneState | null => useLanes(({ lanes }) => lanes[lane] ?? null),

    /** Sends a command once. Resolves to its reply, or to null where the lane was busy, or it was refused and that was said. */
    async run<N extends IdempotentCall>(
      lane: Lane,
      name: N,
      body: BodyOf<N>,
      onRefusal: (refusal: ApiError) => void = sayRefusal,
    ): Promise<ReplyOf<N> | null> {
      if (stateOf(lane)) return null
      const command = { key: newKey(), lane, name }
      keep(command)
      set(lane, 'sending')
      return conclude(command, () => submitCommand(name, body, () => set(lane, 'checking'), command.key), onRefusal)
    },

    /** After a reload in the middle of a command: finds out what became of each, and says it where it was refused. */
    async resumeCommands(): Promise<void> {
      const waiting = kept().filter(({ lane }) => !stateOf(lane))
      await Promise.all(
        waiting.map((command) => {
          set(command.lane, 'checking')
          return conclude(command, () => recoverCommand(command.name, command.key), sayRefusal)
        }),
      )
    },
  }
}

const sayRefusal = (refusal: ApiError) => void showAlert(errorText(refusal))
