import { cell } from '../effects.ts'
import { settingOf } from '../futures/markets.ts'
import { revalue } from '../futures/risk.ts'
import { keepSetting, mostLeverage } from '../futures/settings.ts'
import { futuresOf, type Holder } from '../futures/state.ts'
import { refusalReply as refuse } from '../idempotency.ts'
import { refuseMember } from '../limits/limits.ts'
import { groupOf } from '../risk-groups/state.ts'
import { change, type State, type Turn } from '../state.ts'
import { holderIn } from '../trading/holders.ts'
import { ownLot } from '../trading/lots.ts'
import type { Command, Reply } from '../types.ts'
import { cutFollows } from './cut.ts'
import { equityOf, isFlat } from './flat.ts'
import { copyBar, copyNumbers, ENDED_MS, REJECTED_MS } from './numbers.ts'
import { copiesOf, followOf, type Trader, traderOf } from './state.ts'

type Of<K extends Command['kind']> = Extract<Command, { kind: K }>
const DAY_MS = 86_400_000

/** Asks to lead: who does trades all his futures for his followers to see. A partner would earn fees on trades that he causes. */
export function applyTrader(state: State, command: Of<'applyTrader'>, turn: Turn): Reply {
  const { siteId, memberId, sharePpm, isPartner } = command
  const known = traderOf(state, siteId, memberId)
  const holder = holderIn(state, futuresOf(state), siteId, memberId)
  if (!holder) return refuse('WALLET_NOT_FOUND')
  const shut = copyBar(state, siteId)
  const refusal =
    (shut && refuse(shut)) ??
    refuseMember(holder.member, turn) ??
    refusePartner(isPartner) ??
    refuseAgain(known, turn) ??
    refuseShare(state, siteId, sharePpm) ??
    refuseLead(state, holder, turn)
  if (refusal) return refusal
  const applied = { state: 'PENDING', sharePpm, appliedAt: turn.wall, decidedAt: null, decidedBy: null } as const
  if (known) change(turn.effects, 'copyTraders', known, { ...applied, version: known.row.version + 1 })
  else {
    const trader: Trader = {
      ...cell({
        siteId,
        memberId,
        ...applied,
        isActive: true,
        isHide: false,
        cutId: null,
        cutReason: null,
        slots: 0,
        leads: [],
        version: 1,
      }),
      bySlot: [],
    }
    copiesOf(state).traders.set(memberId, trader)
    turn.effects.put('copyTraders', trader)
  }
  return answer(traderOf(state, siteId, memberId)!)
}

const refusePartner = (isPartner: boolean): Reply | null => (isPartner ? refuse('PARTNER_TRADER') : null)

function refuseAgain(known: Trader | undefined, { wall }: Turn): Reply | null {
  if (!known) return null
  const { state, decidedAt } = known.row
  const wait = state === 'REJECTED' ? REJECTED_MS : state === 'ENDED' ? ENDED_MS : null
  if (wait === null) return refuse('COPY_ALREADY_TRADER')
  return wall < decidedAt! + wait ? refuse('COPY_REQUIREMENTS') : null
}

function refuseShare(state: State, siteId: number, sharePpm: number): Reply | null {
  const { traderShareCapPpm: most } = copyNumbers(state, siteId)
  const isOne = Number.isInteger(sharePpm) && sharePpm >= 0 && sharePpm <= most
  return isOne ? null : refuse('COPY_SHARE_RATE', { max: most / 10_000 })
}

/** Long enough a member, with money, nothing open, following nobody, and the only one of his group who leads. */
function refuseLead(state: State, holder: Holder, { wall }: Turn): Reply | null {
  const { siteId, memberId, createdAt } = holder.member.row
  const { traderMinDays, traderMinEquity } = copyNumbers(state, siteId)
  const isOld = wall >= createdAt + traderMinDays * DAY_MS
  const isReady = isOld && equityOf(holder) >= traderMinEquity && isFlat(holder)
  if (!isReady || followOf(state, memberId)) return refuse('COPY_REQUIREMENTS')
  const isSecond = groupOf(state, memberId).some((id) => id !== memberId && leads(copiesOf(state).traders.get(id)))
  return isSecond ? refuse('COPY_LINKED') : null
}

const leads = (trader: Trader | undefined): boolean =>
  trader !== undefined && trader.row.state !== 'REJECTED' && trader.row.state !== 'ENDED'

/** Lets a member lead, or not. */
export function decideTrader(state: State, command: Of<'decideTrader'>, turn: Turn): Reply {
  const { siteId, traderId, accept, version, actor, isPartner } = command
  const trader = traderOf(state, siteId, traderId)
  if (!trader) return refuse('TRADER_NOT_FOUND')
  if (trader.row.state !== 'PENDING' || trader.row.version !== version) return refuse('STALE_VERSION')
  const holder = holderIn(state, futuresOf(state), siteId, traderId)!
  const refusal = accept ? (refusePartner(isPartner) ?? refuseLead(state, holder, turn)) : null
  if (refusal) return refusal
  if (accept) isolate(state, holder, turn)
  const decided = { decidedAt: turn.wall, decidedBy: actor.id, version: version + 1 }
  change(turn.effects, 'copyTraders', trader, { ...decided, state: accept ? 'ACTIVE' : 'REJECTED', isActive: true })
  return answer(trader)
}

/** A lead lot is isolated: all his settings are from now on. */
function isolate(state: State, holder: Holder, turn: Turn): void {
  for (const market of futuresOf(state).markets.values()) {
    if (market.row.siteId !== holder.member.row.siteId) continue
    const lot = ownLot(holder, market)
    const most = mostLeverage(state, holder, market, turn.wall)
    keepSetting(lot, { ...settingOf(lot), marginType: 'ISOLATED' }, most, turn)
  }
}

/** Suspends a trader, who opens nothing then, lets him go on, or ends his leading, which takes two persons. */
export function setTraderState(state: State, command: Of<'setTraderState'>, turn: Turn): Reply {
  const { siteId, traderId, version, state: to, approval } = command
  const trader = traderOf(state, siteId, traderId)
  if (!trader) return refuse('TRADER_NOT_FOUND')
  if (to === 'ENDED' && !approval) return refuse('PERMISSION_DENIED')
  const { state: from } = trader.row
  const isNext = to === 'ENDED' ? from === 'ACTIVE' || from === 'SUSPENDED' : from === before[to]
  if (!isNext || trader.row.version !== version) return refuse('STALE_VERSION')
  if (to === 'ENDED') end(state, trader, turn)
  else change(turn.effects, 'copyTraders', trader, { state: to, version: version + 1 })
  return answer(trader)
}

/** What a trader is before staff make him something else. */
const before = { ACTIVE: 'SUSPENDED', SUSPENDED: 'ACTIVE' } as const

/** Nobody follows him any more; what of him is open, he closes himself. */
function end(state: State, trader: Trader, turn: Turn): void {
  const { version } = trader.row
  change(turn.effects, 'copyTraders', trader, { state: 'ENDED', decidedAt: turn.wall, version: version + 1 })
  cutFollows(state, trader, 'TRADER_ENDED', turn)
}

/** What a trader switches himself: whether he takes followers, whether he is shown, and his share. */
export function setTrader(state: State, command: Of<'setTrader'>, turn: Turn): Reply {
  const { siteId, memberId, isActive, isHide, sharePpm } = command
  const trader = traderOf(state, siteId, memberId)
  if (!trader || !leads(trader)) return refuse('TRADER_NOT_FOUND')
  const { row } = trader
  const refusal = sharePpm === undefined ? null : refuseShare(state, siteId, sharePpm)
  if (refusal) return refusal
  const wanted = {
    isActive: isActive ?? row.isActive,
    isHide: isHide ?? row.isHide,
    sharePpm: sharePpm ?? row.sharePpm,
  }
  change(turn.effects, 'copyTraders', trader, { ...wanted, version: row.version + 1 })
  cutShares(state, trader, turn)
  return answer(trader)
}

/** A lower share holds at once for all; a higher one for those who follow from now on. */
function cutShares(state: State, { row }: Trader, turn: Turn): void {
  for (const pair of copiesOf(state).pairs.values()) {
    const { traderId, followerId, sharePpm, siteId } = pair.row
    if (traderId !== row.memberId || sharePpm <= row.sharePpm) continue
    change(turn.effects, 'copyPairs', pair, { sharePpm: row.sharePpm })
    revalue(state, holderIn(state, futuresOf(state), siteId, followerId)!, turn)
  }
}

/** Leads no more: all follows end. Nothing of his may be open. */
export function quitTrader(state: State, { siteId, memberId }: Of<'quitTrader'>, turn: Turn): Reply {
  const trader = traderOf(state, siteId, memberId)
  if (!trader || !leads(trader)) return refuse('TRADER_NOT_FOUND')
  if (!isFlat(holderIn(state, futuresOf(state), siteId, memberId)!)) return refuse('COPY_LEADS_OPEN')
  end(state, trader, turn)
  return answer(trader)
}

const answer = ({ row }: Trader): Reply => {
  const { memberId: traderId, state, isActive, isHide, sharePpm, version } = row
  return { status: 200, body: { traderId, state, isActive, isHide, sharePpm, version } }
}
