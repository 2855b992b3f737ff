import { type AnswerFrom, answersOf } from './ask.ts'
import type { Book, Ear, Work } from './book.ts'
import { books } from './books.ts'
import { type Dispatch, dispatchOf } from './dispatch.ts'
import { Collector } from './effects.ts'
import { invariant } from './invariant.ts'
import type { Core } from './port.ts'
import { restore } from './restore.ts'
import { hashOf, snapshotOf } from './snapshot.ts'
import { noteStaffAct } from './staff-acts/note.ts'
import { pricesOf, type State, type Turn } from './state.ts'
import type { CoreSnapshot, Ctx, EpochMs, FeedSignal, Tick, VenueUpdate } from './types.ts'
import { passWallets } from './wallet.ts'

/** Starts a core from what the database holds. Throws InvariantBroken where the rows contradict each other. */
export const createCore = coreOf(books)

/** What all cores of a list of books have in common: how they start. */
export function coreOf(books: readonly Book[]): (snapshot: CoreSnapshot) => Core {
  const kernel = {
    books,
    dispatch: dispatchOf(books),
    answer: answersOf(books),
    onTick: earsOf(books, (book) => book.onTick),
    onVenueUpdate: earsOf(books, (book) => book.onVenueUpdate),
    onSignal: earsOf(books, (book) => book.onSignal),
    works: books.flatMap((book) => book.work ?? []).sort((a, b) => a.rank - b.rank),
  }
  return (snapshot) => startCore(kernel, snapshot)
}

interface Kernel {
  readonly books: readonly Book[]
  readonly dispatch: Dispatch
  readonly answer: AnswerFrom
  readonly onTick: readonly Ear<Tick>[]
  readonly onVenueUpdate: readonly Ear<VenueUpdate>[]
  readonly onSignal: readonly Ear<FeedSignal>[]
  readonly works: readonly Work[]
}

function startCore(
  { books, dispatch, answer, onTick, onVenueUpdate, onSignal, works }: Kernel,
  snapshot: CoreSnapshot,
): Core {
  const state = restore(books, snapshot)
  const { siteGroup } = snapshot
  let now: EpochMs = snapshot.lastBatchAt ?? Number.NEGATIVE_INFINITY
  let wall: EpochMs = Number.NEGATIVE_INFINITY
  let calls = 0

  const inTurn = (ctx: Ctx, work: (turn: Turn) => void): Collector => {
    // The clock may be set back; the core's time stands still then.
    now = Math.max(now, ctx.at)
    wall = Math.max(wall, ctx.wall)
    calls++
    const turn: Turn = { at: now, nextId: ctx.nextId, wall, siteGroup, effects: new Collector(calls) }
    if (calls === 1) for (const book of books) book.begin?.(state, snapshot.lastBatchAt, turn)
    for (const book of books) book.enter?.(state, turn)
    work(turn)
    passWallets(state, turn)
    return turn.effects
  }

  return {
    execute: (command, ctx) => {
      const effects = inTurn(ctx, (turn) => {
        turn.effects.reply = dispatch(state, command, turn)
      })
      // At the end: what a change does to wallets is known then.
      noteStaffAct(command, effects, { ...ctx, wall })
      return effects
    },
    tick: (tick, ctx) =>
      inTurn(ctx, (turn) => {
        invariant(Number.isSafeInteger(tick.price) && tick.price >= 0, `price of ${tick.instrument} is no tick`)
        pricesOf(state, tick.instrument).addTick(tick)
        for (const { hear } of onTick) hear(state, tick, turn)
      }),
    venueUpdate: (update, ctx) =>
      inTurn(ctx, (turn) => {
        for (const { hear } of onVenueUpdate) hear(state, update, turn)
      }),
    signal: (signal, ctx) =>
      inTurn(ctx, (turn) => {
        if (signal.kind === 'session' || signal.kind === 'feed' || signal.kind === 'disturbance')
          pricesOf(state, signal.instrument).addSignal(signal, turn.at)
        if (signal.kind === 'quotes') pricesOf(state, signal.instrument).areQuotesLive = signal.state === 'live'
        for (const { hear } of onSignal) hear(state, signal, turn)
      }),
    advance: (ctx, maxRows) => inTurn(ctx, (turn) => doDue(state, works, maxRows, turn)),
    more: (moment) => {
      const until = Math.max(moment.at, now)
      return hasWork(works, state, until) || state.due.isDue(until) || state.dueWall.isDue(Math.max(moment.wall, wall))
    },
    nextDue: () => ({
      at: hasWork(works, state, now)
        ? now
        : books.map((book) => book.nextAt?.(state, now) ?? null).reduce(earlier, state.due.nextAt()),
      wall: state.dueWall.nextAt(),
    }),
    recentReply: (key) => state.replies.find(key),
    ask: (query, args, at) => answer(state, query, args, Math.max(at, now)),
    stateHash: () => hashOf(books, state, { at: now, wall }),
    snapshot: () => snapshotOf(books, state, siteGroup, { at: now, wall }),
  }
}

/**
 * Does what is due by the domain clock, in order of time, then what is due by the wall clock. Where a task makes something due by the
 * domain clock, that comes first again. What is left over follows, in order of rank.
 */
function doDue(state: State, works: readonly Work[], maxRows: number, turn: Turn): void {
  while (turn.effects.count < maxRows) {
    const task = state.due.popDue(turn.at) ?? state.dueWall.popDue(turn.wall)
    if (!task) break
    task(state, turn)
  }
  for (const work of works) work.step(state, maxRows, turn)
}

const hasWork = (works: readonly Work[], state: State, at: EpochMs): boolean =>
  works.some((work) => work.pending(state, at))

function earsOf<Said>(books: readonly Book[], earOf: (book: Book) => Ear<Said> | undefined): readonly Ear<Said>[] {
  return books.flatMap((book) => earOf(book) ?? []).sort((a, b) => a.rank - b.rank)
}

const earlier = (a: EpochMs | null, b: EpochMs | null): EpochMs | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)
