import { newKey, recoverCommand, submitCommand } from '@maru/client/api/command'
import { type ApiError, isApiError } from '@maru/client/api/error'
import type { BodyOf, IdempotentCall, ReplyOf } from '@maru/contract/client'
import type { QueryKey } from '@tanstack/react-query'
import { create } from 'zustand'
import { errorText } from '../api/error-text.ts'
import { queryClient } from '../api/query-client.ts'
import { alone } from '../session/alone.ts'
import { currentSession } from '../session/store.ts'
import { showAlert } from '../shell/alert.tsx'

/** checking: no answer came, and it is asked what became of it. done: it was accepted a moment ago. */
export type LaneState = 'sending' | 'checking' | 'done'

/** After an order was accepted its lane rests: the second touch of a double tap must not become a second order. */
const usualRestMs = 800
/** So long after nothing answered at all it is asked again what became of a command. */
const againMs = 10_000

interface Kept<Lane> {
  readonly key: string
  readonly lane: Lane
  readonly name: IdempotentCall
}

interface Book<Order extends IdempotentCall, Recovered extends IdempotentCall> {
  /** Below it are the queries of the book, and its commands under way are kept under it. */
  readonly name: string
  /** The command after which its lane rests, where there is one. */
  readonly order?: Order
  readonly restMs?: number
  /** The queries that a refusal makes doubtful, where they are not all of the book's. */
  readonly doubtful?: readonly QueryKey[]
  /** What becomes of the reply to an order, also to one that an earlier life of the page sent. */
  readonly onOrder?: (reply: ReplyOf<Order>) => void
  /** What becomes of any reply to what an earlier life of the page sent. */
  readonly onRecovered?: (reply: ReplyOf<Recovered>) => void
}

/**
 * The commands of a book. A lane is what may be under way once: the ticket's order, or one act on one position or order. A
 * second touch of the same thing does nothing; another thing, a close above all, never waits for it.
 */
export function createLanes<
  Lane extends string,
  Order extends IdempotentCall = never,
  Recovered extends IdempotentCall = Order,
>({ name: book, order, restMs = usualRestMs, doubtful = [[book]], onOrder, onRecovered }: Book<Order, Recovered>) {
  type Lanes = Readonly<Partial<Record<Lane, LaneState>>>
  const useLanes = create<{ readonly lanes: Lanes }>(() => ({ lanes: {} as Lanes }))
  const stateOf = (lane: Lane): LaneState | null => useLanes.getState().lanes[lane] ?? null
  const set = (lane: Lane, state: LaneState | null) =>
    useLanes.setState(({ lanes: { [lane]: _, ...others } }) => ({
      lanes: (state === null ? others : { ...others, [lane]: state }) as Lanes,
    }))

  // Commands under way outlive their tab: a key is all that any tab needs to find out what became of it.
  const storageKey = () => `maru:${book}-under-way:${currentSession().me?.id ?? 0}`
  const kept = () => JSON.parse(localStorage.getItem(storageKey()) ?? '[]') as Kept<Lane>[]
  const store = (commands: readonly Kept<Lane>[]) => localStorage.setItem(storageKey(), JSON.stringify(commands))
  const keep = (command: Kept<Lane>) => store([...kept(), command])
  const forget = (key: string) => store(kept().filter((command) => command.key !== key))

  async function conclude<N extends IdempotentCall>(
    command: Kept<Lane> & { readonly name: N },
    work: () => Promise<ReplyOf<N>>,
    onRefusal: (refusal: ApiError) => void,
  ): Promise<ReplyOf<N> | null> {
    const { lane, name, key } = command
    let after: LaneState | null = null
    try {
      const reply = await work()
      forget(key)
      if (isOrder(name, reply)) {
        onOrder?.(reply)
        after = 'done'
        setTimeout(() => set(lane, null), restMs)
      }
      return reply
    } catch (error) {
      if (!isApiError(error)) throw error
      // Not even asking got an answer: the key is kept, and nothing else is sent before it is known.
      if (error.code === 'RESULT_UNKNOWN') {
        after = 'checking'
        setTimeout(() => void resume(command), againMs)
      } else forget(key)
      for (const queryKey of doubtful) void queryClient.invalidateQueries({ queryKey })
      // Whoever waits for the reply must not wait until this was read.
      onRefusal(error)
      return null
    } finally {
      set(lane, after)
    }
  }

  /** Finds out what became of a command of which nobody has heard, once the tab that sent it has: it tells of it itself. */
  function resume(command: Kept<Lane>): Promise<unknown> {
    set(command.lane, 'checking')
    return alone(command.key, async () => {
      const isOpen = kept().some(({ key }) => key === command.key)
      if (!isOpen) return set(command.lane, null)
      const reply = await conclude(command, () => recoverCommand(command.name, command.key), sayKnown)
      if (reply !== null) onRecovered?.(reply as ReplyOf<Recovered>)
    })
  }
  const isOrder = (name: IdempotentCall, _reply: unknown): _reply is ReplyOf<Order> => name === order

  /** After a start in the middle of a command, and of what other tabs send: finds out what became of each, and says it where it was refused. */
  async function resumeCommands(): Promise<void> {
    await Promise.all(
      kept()
        .filter(({ lane }) => !stateOf(lane))
        .map(resume),
    )
  }
  addEventListener('storage', ({ key }) => {
    if (key === storageKey()) void resumeCommands()
  })

  return {
    stateOf,
    /** Calls back with the state of a lane, now and at each change, until the returned function is called. */
    follow(lane: Lane, listener: (state: LaneState | null) => void): () => void {
      listener(stateOf(lane))
      return useLanes.subscribe(({ lanes }) => listener(lanes[lane] ?? null))
    },

    useLane: (lane: Lane): LaneState | null => useLanes(({ lanes }) => lanes[lane] ?? null),

    /** Sends a command once, under `key` where another request is bound to it. Resolves to its reply, or to null where the lane was busy, or it was refused and that was said. */
    async run<N extends IdempotentCall>(
      lane: Lane,
      name: N,
      body: BodyOf<N>,
      onRefusal: (refusal: ApiError) => void = sayRefusal,
      key = newKey(),
    ): Promise<ReplyOf<N> | null> {
      if (stateOf(lane)) return null
      const command = { key, lane, name }
      keep(command)
      set(lane, 'sending')
      const send = () => submitCommand(name, body, () => set(lane, 'checking'), command.key)
      return alone(command.key, () => conclude(command, send, onRefusal))
    },

    resumeCommands,
  }
}

/** That nothing answered is shown where it is asked. */
const sayKnown = (refusal: ApiError) => {
  if (refusal.code !== 'RESULT_UNKNOWN') sayRefusal(refusal)
}
const sayRefusal = (refusal: ApiError) => void showAlert(errorText(refusal))
