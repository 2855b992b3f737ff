import {
  type Command,
  type Core,
  type CoreEvent,
  type Ctx,
  type Effects,
  type FeedSignal,
  type LateReply,
  type Reply,
  replyKeyOf,
  replyName,
  type Tick,
  Touched,
  type VenueUpdate,
} from '@maru/core'
import { type BatchRows, collectRows } from '../journal/index.ts'
import type { CommandQueue } from './command-queue.ts'
import type { FeedQueue } from './feed-queue.ts'
import type { Fifo } from './fifo.ts'
import type { Pending } from './pending.ts'
import { BrokeCore } from './set-aside.ts'

export interface Answer {
  readonly pending: Pending
  readonly reply: Reply
}

/** What one transaction will hold, and what is told after it. */
export interface OpenBatch {
  readonly rows: BatchRows
  /** Whose answers these rows change. */
  readonly touched: Touched
  readonly answers: Answer[]
  /** Answers to commands of before, which their callers wait for. */
  readonly late: LateReply[]
  readonly events: CoreEvent[]
  /** Row effects of what no command asked for. */
  triggered: number
  /** Row effects of staff's commands. */
  staffRows: number
  /** Whether it holds a command of a member, or of anybody else but staff. */
  hasOthers: boolean
  /** When it was opened, by `performance.now`. */
  readonly openedAt: number
  /** Domain time of the newest call. */
  at: number
}

/** `at`: domain time of its receipt. */
export type FeedInput = { readonly at: number } & (
  | { readonly kind: 'tick'; readonly tick: Tick }
  | { readonly kind: 'venueUpdate'; readonly update: VenueUpdate }
  | { readonly kind: 'signal'; readonly signal: FeedSignal }
)

export const limits = {
  commands: 256,
  rowEffects: 1_000,
  /** So many more row effects of triggered work with each command of the batch. */
  triggeredRowsACommand: 8,
  /** The share of them that comes before the commands that wait. */
  triggeredShare: 0.25,
  /** So many short batches of staff's commands fit into a batch with others. One alone made approvals a quarter slower (bench `approve`). */
  staffShorts: 2,
  /** Wall time of filling before the event loop goes on. */
  fillMs: 2,
  /** Domain time for which prices may wait before nothing else is done: less than what the core grants to their delivery. */
  feedDelayMs: 50,
} as const

export const openBatch = (at: number): OpenBatch => ({
  rows: collectRows(),
  touched: new Touched(),
  answers: [],
  late: [],
  events: [],
  triggered: 0,
  staffRows: 0,
  hasOthers: false,
  openedAt: performance.now(),
  at,
})

export const isFull = (batch: OpenBatch) =>
  batch.answers.length >= limits.commands || batch.rows.effects >= limits.rowEffects

/** Row effects that time and prices may have in a batch. Their number grows with that of the commands, as most of these end in a fill. */
const triggeredRoom = ({ answers }: OpenBatch, { commands, shortRows }: Sources) =>
  Math.min(limits.rowEffects, shortRows + limits.triggeredRowsACommand * (answers.length + commands.others.length))

/** Whether a batch takes another command of staff: beside others it stays short, so that a desk that works through its list keeps no member waiting. */
const takesStaff = ({ staffRows, hasOthers }: OpenBatch, { commands, shortRows }: Sources) =>
  staffRows < limits.staffShorts * shortRows || !(hasOthers || commands.others.length > 0)

/** Whether something waits that an open batch has room for, or a new one. */
export const canGoOn = (batch: OpenBatch | null, at: number, sources: Sources): boolean => {
  if (batch !== null && isFull(batch)) return false
  const { feed, commands } = sources
  if (feed.length > 0 || commands.others.length > 0) return true
  if (commands.staff.length > 0 && (batch === null || takesStaff(batch, sources))) return true
  const hasRoom = batch === null || batch.triggered < triggeredRoom(batch, sources)
  return hasRoom && sources.core.more({ at, wall: sources.wall() })
}

export const isEmpty = (batch: OpenBatch) =>
  batch.answers.length === 0 && batch.rows.effects === 0 && batch.events.length === 0

export interface Sources {
  readonly core: Core
  readonly now: () => number
  readonly wall: () => number
  readonly nextId: () => number
  /** How many ids can be handed out without waiting. */
  readonly idsLeft: () => number
  readonly feed: Pick<FeedQueue, 'shift' | 'length' | 'oldestAt'>
  readonly commands: Pick<CommandQueue, 'staff' | 'others'>
  /**
   * Row effects of work that time and prices trigger, for a batch without commands; and of staff's commands, for a batch with others. A short
   * batch makes the commands of the next one durable soon.
   */
  readonly shortRows: number
  /** Commands whose answer comes later, by the names of their keys. */
  readonly unanswered: Map<string, Pending>
}

/**
 * Fills `batch` until it is full, 2 ms have passed or nothing waits. Ticks, venue updates and signals come first, in their order, each at
 * the time of its receipt. A share of what is due follows, then staff's commands as far as a short batch has room for them, then all others, then
 * what else is due.
 *
 * While prices have waited too long, only prices are taken: the core must not decide by older prices than the house knows.
 * Throws what the core throws. Memory cannot be trusted after that.
 */
export function fill(batch: OpenBatch, sources: Sources): void {
  const { core, feed, commands, idsLeft, unanswered } = sources
  const { nextId } = sources
  const wall = sources.wall()
  const began = performance.now()
  const isLate = () => performance.now() - began >= limits.fillMs
  let calls = 0
  const goesOn = () => {
    calls += 1
    return !isFull(batch) && idsLeft() > idsACall && (calls % 16 !== 0 || !isLate())
  }
  const trigger = (effects: Effects) => {
    const before = batch.rows.effects
    take(batch, effects)
    batch.triggered += batch.rows.effects - before
  }

  while (feed.length > 0 && goesOn()) {
    const input = feed.shift() as FeedInput
    batch.at = Math.max(batch.at, input.at)
    trigger(tell(core, input, { at: batch.at, nextId, wall }))
  }
  const ctx: Ctx = { at: Math.max(batch.at, sources.now()), nextId, wall }
  if (feed.oldestAt !== null && ctx.at - feed.oldestAt > limits.feedDelayMs) return
  batch.at = ctx.at

  const advance = (share: number) => {
    const room = triggeredRoom(batch, sources)
    const until = Math.min(batch.triggered + room * share, room)
    while (batch.triggered < until && !isFull(batch) && idsLeft() > idsACall && core.more(ctx)) {
      const left = Math.min(until - batch.triggered, limits.rowEffects - batch.rows.effects)
      trigger(core.advance(ctx, Math.min(advanceRows, left)))
      if (isLate()) break
    }
  }
  advance(limits.triggeredShare)

  const execute = (pending: Pending) => {
    const before = batch.rows.effects
    let effects: Effects
    try {
      effects = core.execute(pending.command, ctx)
      if (effects.reply === null) unanswered.set(nameOf(pending.command), pending)
    } catch (error) {
      const broke = new BrokeCore(pending.command, error as Error)
      pending.reject(broke)
      throw broke
    }
    take(batch, effects)
    if (effects.reply !== null) batch.answers.push({ pending, reply: effects.reply })
    if (pending.command.actor.kind === 'staff') batch.staffRows += batch.rows.effects - before
    else batch.hasOthers = true
  }
  const executeAll = (queue: Fifo<Pending>, mayTake: () => boolean) => {
    while (queue.length > 0 && mayTake() && goesOn()) execute(queue.shift() as Pending)
  }
  executeAll(commands.staff, () => takesStaff(batch, sources))
  executeAll(commands.others, () => true)

  if (!isLate()) advance(1)
  answerLate(batch, unanswered)
}

/** The name of the key of a command that is answered later. Throws where it has none: nobody could tell what it was. */
function nameOf(command: Command): string {
  const key = replyKeyOf(command)
  if (key === null) throw new Error(`the core gave no reply to ${command.kind}`)
  return replyName(key)
}

/** Late answers go to who waits for them; after a restore nobody does. */
function answerLate(batch: OpenBatch, unanswered: Map<string, Pending>): void {
  for (const { key, reply } of batch.late.splice(0)) {
    const name = replyName(key)
    const pending = unanswered.get(name)
    unanswered.delete(name)
    if (pending) batch.answers.push({ pending, reply })
  }
}

/** Tells the core what the market said. Throws BrokeCore where the core throws. */
export function tell(core: Core, input: FeedInput, ctx: Ctx): Effects {
  try {
    return feedCore(core, input, ctx)
  } catch (error) {
    throw new BrokeCore(input, error as Error)
  }
}

function feedCore(core: Core, input: FeedInput, ctx: Ctx): Effects {
  switch (input.kind) {
    case 'tick':
      return core.tick(input.tick, ctx)
    case 'venueUpdate':
      return core.venueUpdate(input.update, ctx)
    case 'signal':
      return core.signal(input.signal, ctx)
  }
}

/** Row effects of one call at most, so that the event loop goes on soon. */
const advanceRows = 128

/** More ids than any one call to the core can use. */
const idsACall = 5_000

/** Adds what the core did. */
export function take(batch: OpenBatch, effects: Effects): void {
  batch.rows.add(effects)
  batch.touched.add(effects)
  for (const late of effects.late) batch.late.push(late)
  for (const event of effects.events) batch.events.push(event)
}
