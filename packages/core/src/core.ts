import { Collector } from './effects.ts'
import { configureFutures } from './futures/configure.ts'
import { changeMargin } from './futures/margin.ts'
import { placeFutures } from './futures/place.ts'
import { recountTrader } from './futures/recount.ts'
import { revalue } from './futures/risk.ts'
import { setLeverage, setMarginType } from './futures/settings.ts'
import { futuresOf } from './futures/state.ts'
import { setFuturesTpsl } from './futures/tpsl.ts'
import { abandonReply, isStored, refusalReply, repeatReply } from './idempotency.ts'
import { invariant } from './invariant.ts'
import { barOf, cancelOpening } from './limits/barred.ts'
import { confirmLimits, coolOff, selfExclude, setLimits } from './limits/limits.ts'
import { openAccount, setMemberStatus } from './members.ts'
import { configureOversea } from './oversea/configure.ts'
import { fixRates, nextFixingAt } from './oversea/fixing.ts'
import { setOvernight } from './oversea/overnight.ts'
import { placeOversea } from './oversea/place.ts'
import { revalue as revalueOversea } from './oversea/risk.ts'
import { hasSessionWork, nextStageAt, workSessions } from './oversea/session.ts'
import { daysOf, overseaOf } from './oversea/state.ts'
import { stateSome } from './oversea/stating.ts'
import { deleteOverseaTpsl, setOverseaTpsl } from './oversea/tpsl.ts'
import { restore } from './restore.ts'
import { configureOption } from './rounds/configure.ts'
import { takeOutage, voidByOperator } from './rounds/disturbance.ts'
import { scheduleRounds } from './rounds/lifecycle.ts'
import { placeBet } from './rounds/place.ts'
import { STRIKE_CHUNK } from './rounds/rules.ts'
import { settleDue } from './rounds/settlement.ts'
import { optionsOn, roundsOf } from './rounds/state.ts'
import { strikeWaiting } from './rounds/strikes.ts'
import { takeSignal } from './signals.ts'
import { hashOf, snapshotOf } from './snapshot.ts'
import { accountOf, pricesOf, type State, type Turn } from './state.ts'
import { cancelAll, cancelOne } from './trading/cancel.ts'
import { hasTradingWork, nextFundingAt, noteFundings, takeLast, takeQuote, workAll } from './trading/prices.ts'
import { traderIn } from './trading/traders.ts'
import type {
  Command,
  Core,
  CoreSnapshot,
  Ctx,
  EpochMs,
  IdempotencyKey,
  OverseaCommand,
  Reply,
  StoredReplyRow,
  Tick,
  TradingCommand,
} from './types.ts'
import { viewOf } from './view.ts'

/** Starts a core from what the database holds. Throws InvariantBroken where the rows contradict each other. */
export function createCore(snapshot: CoreSnapshot): Core {
  const state = restore(snapshot)
  let now: EpochMs = snapshot.lastBatchAt ?? Number.NEGATIVE_INFINITY
  let calls = 0

  const turnAt = (ctx: Ctx): Turn => {
    // The clock may be set back; the core's time stands still then.
    now = Math.max(now, ctx.at)
    calls++
    const turn: Turn = { at: now, nextId: ctx.nextId, effects: new Collector(calls) }
    if (calls === 1) begin(state, snapshot.lastBatchAt, turn)
    noteFundings(state, turn)
    fixRates(state, turn)
    return turn
  }

  return {
    execute(command, ctx) {
      const turn = turnAt(ctx)
      turn.effects.reply = dispatch(state, command, turn)
      return turn.effects
    },
    tick(tick, ctx) {
      const turn = turnAt(ctx)
      takeTick(state, tick, turn)
      return turn.effects
    },
    quote(quote, ctx) {
      const turn = turnAt(ctx)
      takeQuote(state, quote, turn)
      return turn.effects
    },
    signal(signal, ctx) {
      const turn = turnAt(ctx)
      takeSignal(state, signal, turn)
      return turn.effects
    },
    advance(ctx, maxRows) {
      const turn = turnAt(ctx)
      doDue(state, maxRows, turn)
      return turn.effects
    },
    more: (at) => hasDue(state, Math.max(at, now)),
    nextDueAt: () => {
      if (hasWork(state, now)) return now
      const trading = earlier(nextFundingAt(state), earlier(nextFixingAt(state, now), nextStageAt(state)))
      return earlier(state.due.nextAt(), trading)
    },
    recentReply(siteId, memberId, key) {
      const stored = state.replies.find(memberId, key)
      return stored?.siteId === siteId ? stored : null
    },
    view: viewOf(state, () => now),
    stateHash: () => hashOf(state, now),
    snapshot: () => snapshotOf(state, now),
  }
}

/** The first call after a start: what lies between it and the last sign of life was an outage. */
function begin(state: State, lastBatchAt: EpochMs | null, turn: Turn): void {
  if (lastBatchAt !== null) takeOutage(state, lastBatchAt, turn.at, turn)
  for (const option of roundsOf(state).options.values()) scheduleRounds(state, option, turn)
  for (const trader of futuresOf(state).traders.values()) {
    recountTrader(state, trader, turn)
    revalue(state, trader, turn)
  }
  for (const trader of overseaOf(state).traders.values()) revalueOversea(state, trader, turn)
  for (const account of state.accounts.values())
    if (barOf(account, turn.at) !== null) cancelOpening(state, account, turn)
}

function dispatch(state: State, command: Command, turn: Turn): Reply {
  switch (command.kind) {
    case 'openAccount':
      return openAccount(state, command, turn)
    case 'placeBet':
      return once(state, command, turn, () => placeBet(state, command, turn))
    case 'abandonKey':
      return abandon(state, command, turn)
    case 'setLimits':
    case 'confirmLimits':
    case 'coolOff':
    case 'selfExclude':
      return once(state, command, turn, () => barred(state, command, turn, protect(state, command, turn)))
    case 'setMemberStatus':
      return barred(state, command, turn, setMemberStatus(state, command, turn))
    case 'placeFutures':
    case 'cancelOrder':
    case 'cancelOrders':
    case 'setFuturesTpsl':
    case 'setLeverage':
    case 'setMarginType':
    case 'changeMargin':
      return once(state, command, turn, () => trade(state, command, turn))
    case 'placeOversea':
    case 'setOverseaTpsl':
    case 'deleteOverseaTpsl':
    case 'setOvernight':
      return once(state, command, turn, () => tradeOversea(state, command, turn))
    case 'configureOversea':
      return configureOversea(state, command.option, turn)
    case 'configureFutures':
      return configureFutures(state, command.option, turn)
    case 'configureOption':
      return configureOption(state, command.option, turn)
    case 'voidRound':
      return voidByOperator(state, command, turn)
    case 'outage':
      takeOutage(state, command.from, command.to, turn)
      return { status: 200, body: {} }
    default:
      return unknownCommand(command)
  }
}

function unknownCommand(command: never): never {
  throw new TypeError(`unknown command ${JSON.stringify(command)}`)
}

type Protection = Extract<Command, { kind: 'setLimits' | 'confirmLimits' | 'coolOff' | 'selfExclude' }>

function protect(state: State, command: Protection, turn: Turn): Reply {
  const account = accountOf(state, command.siteId, command.memberId)
  if (!account) return refusalReply('USER_NOT_FOUND')
  switch (command.kind) {
    case 'setLimits':
      return setLimits(state, account, command, turn)
    case 'confirmLimits':
      return confirmLimits(account, turn)
    case 'coolOff':
      return coolOff(account, command, turn)
    case 'selfExclude':
      return selfExclude(account, command, turn)
  }
}

/** What bars a member from now on ends what he has waiting to open something. */
function barred(state: State, { siteId, memberId }: Omit<Keyed, 'key'>, turn: Turn, reply: Reply): Reply {
  const account = accountOf(state, siteId, memberId)
  if (account) cancelOpening(state, account, turn)
  return reply
}

type Trade = Extract<TradingCommand, { readonly key: IdempotencyKey }>

function trade(state: State, command: Trade, turn: Turn): Reply {
  switch (command.kind) {
    case 'placeFutures':
      return placeFutures(state, command, turn)
    case 'cancelOrder':
      return cancelOne(state, command, turn)
    case 'cancelOrders':
      return cancelAll(state, command, turn)
    case 'setFuturesTpsl':
      return setFuturesTpsl(state, command, turn)
    case 'setLeverage':
      return setLeverage(state, command, turn)
    case 'setMarginType':
      return setMarginType(state, command, turn)
    case 'changeMargin': {
      const trader = traderIn(state, futuresOf(state), command.siteId, command.memberId)
      return trader ? changeMargin(state, trader, command, turn) : refusalReply('WALLET_NOT_FOUND')
    }
  }
}

type OverseaTrade = Extract<OverseaCommand, { readonly key: IdempotencyKey }>

function tradeOversea(state: State, command: OverseaTrade, turn: Turn): Reply {
  switch (command.kind) {
    case 'placeOversea':
      return placeOversea(state, command, turn)
    case 'setOverseaTpsl':
      return setOverseaTpsl(state, command, turn)
    case 'deleteOverseaTpsl':
      return deleteOverseaTpsl(state, command, turn)
    case 'setOvernight':
      return setOvernight(state, command, turn)
  }
}

type Keyed = { readonly siteId: number; readonly memberId: number; readonly key: IdempotencyKey }

/** Executes a command once per key: a repeat gets the stored reply. */
function once(state: State, command: Keyed, turn: Turn, work: () => Reply): Reply {
  const { siteId, memberId, key } = command
  const stored = state.replies.find(memberId, key.key)
  if (stored) return repeatReply(stored, key)
  const reply = work()
  if (isStored(reply.status)) {
    store(state, { siteId, memberId, ...key, status: reply.status, body: reply.body, at: turn.at }, turn)
  }
  return reply
}

/** Makes a key unusable; an executed one answers what was stored. */
function abandon(state: State, command: Extract<Command, { kind: 'abandonKey' }>, turn: Turn): Reply {
  const { siteId, memberId, key } = command
  const stored = state.replies.find(memberId, key)
  if (stored) return abandonReply(stored)
  const reply = refusalReply('COMMAND_UNKNOWN')
  store(state, { siteId, memberId, key, route: '', bodyHash: '', ...reply, at: turn.at }, turn)
  return reply
}

function store(state: State, row: StoredReplyRow, turn: Turn): void {
  state.replies.remember(row)
  turn.effects.add('replies', row)
}

function takeTick(state: State, tick: Tick, turn: Turn): void {
  invariant(Number.isSafeInteger(tick.price) && tick.price >= 0, `price of ${tick.instrument} is no tick`)
  pricesOf(state, tick.instrument).addTick(tick)
  takeLast(state, tick, turn)
  let limit = STRIKE_CHUNK
  for (const option of optionsOn(state, tick.instrument)) {
    for (const round of option.rounds) {
      if (round.nextWaiting === round.waiting.length) continue
      const before = turn.effects.rows.bets.length
      strikeWaiting(state, round, limit, turn)
      limit -= turn.effects.rows.bets.length - before
    }
  }
}

/** Phases and deadlines in order of time, then strikes that are left over, then settlement, then what prices left to do. */
function doDue(state: State, maxRows: number, turn: Turn): void {
  while (turn.effects.count < maxRows) {
    const task = state.due.popDue(turn.at)
    if (!task) break
    task(state, turn)
  }
  for (const round of [...roundsOf(state).strikable]) {
    if (turn.effects.count < maxRows) strikeWaiting(state, round, STRIKE_CHUNK, turn)
  }
  settleDue(state, maxRows, turn)
  workAll(state, maxRows, turn)
  stateSome(state, STATED_MAX, turn)
  workSessions(state, maxRows, turn)
}

/** So many positions are margined anew in one turn. */
const STATED_MAX = 100

const hasDue = (state: State, at: EpochMs): boolean =>
  hasWork(state, at) || (state.due.nextAt() ?? Number.POSITIVE_INFINITY) <= at

const hasWork = (state: State, at: EpochMs): boolean =>
  roundsOf(state).strikable.size > 0 ||
  roundsOf(state).settling.length > 0 ||
  hasTradingWork(state, at) ||
  daysOf(state).unstated.length > 0 ||
  hasSessionWork(state, at)

const earlier = (a: EpochMs | null, b: EpochMs | null): EpochMs | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)
