import type { Brackets } from '@maru/positions'
import { LATER } from '../configuration/later.ts'
import { refusalReply } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import type { Reply } from '../types.ts'
import { cutsOf, ordersBeyond, refuseBrackets } from './brackets.ts'
import type { FuturesMarket, Holder, Order } from './state.ts'
import { type Progress, type Trial, trialsOf } from './trials.ts'

/** What one step looks at. */
const STEP_MAX = 200
/** Brackets that end more orders than fit into one turn are refused: they are tightened in steps. */
const BEYOND_MAX = 90

/**
 * Judges the accounts under new brackets of a market, at most 200 a turn, those that change meanwhile once more. Each account is judged
 * at the marks of its turn: what a price does to it afterwards a price did. A small market is answered at once, another `LATER`.
 */
export function tryBrackets(state: State, trial: Omit<Trial, 'progress'>, turn: Turn): Reply {
  const waiting = trialsOf(state)
  waiting.push({ ...trial, progress: null })
  return (waiting.length === 1 ? advance(state, turn) : null) ?? LATER
}

export const hasTrials = (state: State): boolean => trialsOf(state).length > 0

/** Goes on with the trial that was asked for first. */
export function workTrials(state: State, maxRows: number, turn: Turn): void {
  const [trial] = trialsOf(state)
  if (!trial || turn.effects.count >= maxRows) return
  const reply = advance(state, turn)
  if (reply) trial.later(reply, turn)
}

/** A step of the first trial; its reply when it ends with it. */
function advance(state: State, turn: Turn): Reply | null {
  const trial = trialsOf(state)[0]!
  const { market, brackets } = trial
  trial.progress ??= begin(market, brackets)
  const { progress } = trial
  for (let left = STEP_MAX; left > 0; left--) {
    const holder = nextOf(progress)
    if (holder === null) return end(state, trial, progress, turn)
    if (holder === 'seen') continue
    const refusal = refuseBrackets(holder, market, brackets) ?? noteBeyond(holder, market, progress)
    if (refusal === null) continue
    trialsOf(state).shift()
    return refusal
  }
  return null
}

const begin = (market: FuturesMarket, brackets: Brackets): Progress => ({
  rest: holdersIn(market),
  seen: new Set(),
  again: new Set(),
  cut: new Set(),
  cutAt: cutsOf(market.row.brackets, brackets),
})

/** The sets are read as they are when the trial comes to them: what is opened meanwhile is met, what is closed is not. */
function* holdersIn({ positions, orders }: FuturesMarket): Generator<Holder, void, undefined> {
  for (const { holder } of positions) yield holder
  for (const { holder } of orders) yield holder
}

/** The next holder to judge; null: there is none left. */
function nextOf({ rest, seen, again }: Progress): Holder | 'seen' | null {
  const next = rest.next()
  const holder = next.done ? again.values().next().value : next.value
  if (holder === undefined) return null
  if (!next.done && seen.has(holder)) return 'seen'
  seen.add(holder)
  again.delete(holder)
  return holder
}

/** Keeps in mind whose orders end; LEVERAGE_LOCKED_ORDER where they are too many for a turn. */
function noteBeyond(holder: Holder, market: FuturesMarket, { cut, cutAt }: Progress): Reply | null {
  if (ordersBeyond(holder, market, cutAt).size > 0) cut.add(holder)
  else cut.delete(holder)
  return cut.size > BEYOND_MAX ? refusalReply('LEVERAGE_LOCKED_ORDER') : null
}

function end(state: State, trial: Trial, { cut, cutAt }: Progress, turn: Turn): Reply {
  trialsOf(state).shift()
  const beyond: Order[] = [...cut].flatMap((holder) => [...ordersBeyond(holder, trial.market, cutAt)])
  return beyond.length > BEYOND_MAX ? refusalReply('LEVERAGE_LOCKED_ORDER') : trial.commit(beyond, turn)
}
