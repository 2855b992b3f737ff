import type { Command, Core, CoreEvent, Ctx, Effects, FeedSignal, Quote, Reply, Tick } from '@maru/core'
import { type BatchRows, collectRows } from '../journal/index.ts'

export interface Pending {
  readonly command: Command
  resolve(reply: Reply): void
  reject(error: Error): void
}

export interface Answer {
  readonly pending: Pending
  readonly reply: Reply
}

/** What one transaction will hold, and what is told after it. */
export interface OpenBatch {
  readonly rows: BatchRows
  readonly answers: Answer[]
  readonly events: CoreEvent[]
  readonly openedAt: number
  /** Domain time of the newest call. */
  at: number
}

export type FeedInput =
  | { readonly kind: 'tick'; readonly tick: Tick }
  | { readonly kind: 'quote'; readonly quote: Quote }
  | { readonly kind: 'signal'; readonly signal: FeedSignal }

export const limits = {
  commands: 256,
  rowEffects: 1_000,
  /** Wall time of filling one batch. */
  fillMs: 2,
  /** What time-driven and tick-driven work may take of a batch before the commands that wait. */
  triggeredShare: 0.25,
} as const

export const openBatch = (at: number): OpenBatch => ({
  rows: collectRows(),
  answers: [],
  events: [],
  openedAt: performance.now(),
  at,
})

export const isFull = (batch: OpenBatch) =>
  batch.answers.length >= limits.commands || batch.rows.effects >= limits.rowEffects

export const isOld = (batch: OpenBatch) => performance.now() - batch.openedAt >= limits.fillMs

export const isEmpty = (batch: OpenBatch) =>
  batch.answers.length === 0 && batch.rows.effects === 0 && batch.events.length === 0

export interface Sources {
  readonly core: Core
  readonly now: () => number
  readonly nextId: () => number
  /** How many ids can be handed out without waiting. */
  readonly idsLeft: () => number
  readonly feed: { shift(): FeedInput | undefined; readonly length: number }
  readonly commands: { shift(): Pending | undefined; readonly length: number }
}

/**
 * Fills `batch` with what waits: first ticks, quotes and signals in their order, then a share of what is due, then commands, then what is
 * due as far as room is left, until it is full, 2 ms have passed or nothing waits. Throws what the core throws: then memory cannot be trusted any more.
 */
export function fill(batch: OpenBatch, sources: Sources): void {
  const { core, feed, commands, idsLeft } = sources
  const ctx: Ctx = { at: Math.max(batch.at, sources.now()), nextId: sources.nextId }
  batch.at = ctx.at

  let calls = 0
  const goesOn = () => {
    calls += 1
    return !isFull(batch) && idsLeft() > idsACall && (calls % 16 !== 0 || !isOld(batch))
  }

  while (feed.length > 0 && goesOn()) {
    const input = feed.shift() as FeedInput
    take(batch, feedCore(core, input, ctx))
  }

  const advance = (share: number) => {
    const until = Math.min(batch.rows.effects + limits.rowEffects * share, limits.rowEffects)
    while (batch.rows.effects < until && idsLeft() > idsACall && core.more(ctx.at)) {
      take(batch, core.advance(ctx, Math.min(advanceRows, until - batch.rows.effects)))
      if (isOld(batch)) break
    }
  }
  advance(limits.triggeredShare)

  while (commands.length > 0 && goesOn()) {
    const pending = commands.shift() as Pending
    let effects: Effects
    try {
      effects = core.execute(pending.command, ctx)
      if (effects.reply === null) throw new Error(`the core gave no reply to ${pending.command.kind}`)
    } catch (error) {
      pending.reject(error as Error)
      throw error
    }
    take(batch, effects)
    batch.answers.push({ pending, reply: effects.reply })
  }

  if (!isOld(batch)) advance(1)
}

function feedCore(core: Core, input: FeedInput, ctx: Ctx): Effects {
  switch (input.kind) {
    case 'tick':
      return core.tick(input.tick, ctx)
    case 'quote':
      return core.quote(input.quote, ctx)
    case 'signal':
      return core.signal(input.signal, ctx)
  }
}

/** Row effects of one call: short, so that the event loop is never held for long. */
const advanceRows = 128

/** More ids than any one call to the core can use. */
const idsACall = 5_000

/** Adds what the core did. */
export function take(batch: OpenBatch, effects: Effects): void {
  batch.rows.add(effects.rows)
  for (const event of effects.events) batch.events.push(event)
}
