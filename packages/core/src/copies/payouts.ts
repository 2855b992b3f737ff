import { announceWallet } from '../announce.ts'
import { cell } from '../effects.ts'
import { futuresOf } from '../futures/state.ts'
import { refusalReply as refuse } from '../idempotency.ts'
import { DAY_MS } from '../kst.ts'
import { countResult } from '../limits/count.ts'
import { addLeg } from '../money/rows.ts'
import { purseOf } from '../money/state.ts'
import { wonOf } from '../money/value.ts'
import { change, memberOf, type State, type Turn } from '../state.ts'
import { holderIn } from '../trading/holders.ts'
import type { Command, Minor, Reply } from '../types.ts'
import { copyNumbers } from './numbers.ts'
import { copiesOf, dayName, type Pair, type Payout, type Share } from './state.ts'

type Of<K extends Command['kind']> = Extract<Command, { kind: K }>
type Day = Pick<Payout['row'], 'siteId' | 'traderId' | 'day'>

/** Adds a share to what its trader gets of a day, once the time is over in which it may be returned. */
export function addToPayout(state: State, of: Day, amount: Minor, turn: Turn): void {
  const { payouts } = copiesOf(state)
  const known = payouts.get(dayName(of.traderId, of.day))
  if (known) {
    change(turn.effects, 'copyPayouts', known, { amount: known.row.amount + amount })
    return
  }
  const payAt = turn.wall + copyNumbers(state, of.siteId).traderPayDays * DAY_MS
  const payout: Payout = cell({
    ...of,
    id: turn.nextId(),
    amount,
    payAt,
    heldBy: null,
    txnId: null,
    dnwId: null,
    paidAt: null,
  })
  turn.effects.put('copyPayouts', payout)
  keepPayout(state, payout)
}

/** Makes a payout known that is not paid. */
export function keepPayout(state: State, payout: Payout): void {
  const { traderId, day, payAt } = payout.row
  copiesOf(state).payouts.set(dayName(traderId, day), payout)
  state.dueWall.push(payAt, (now, turn) => {
    if (payout.row.paidAt === null && payout.row.heldBy === null) payOrHold(now, payout, turn)
  })
}

/** The house keeps what a trader who is locked out would get. */
function payOrHold(state: State, payout: Payout, turn: Turn): void {
  if (isDenied(state, payout)) change(turn.effects, 'copyPayouts', payout, { heldBy: 0 })
  else pay(state, payout, turn)
}

const isDenied = (state: State, { row }: Payout): boolean =>
  memberOf(state, row.siteId, row.traderId)?.row.status === 'DENY'

function pay(state: State, payout: Payout, turn: Turn): void {
  const { siteId, traderId, day, amount } = payout.row
  const { wallet } = holderIn(state, futuresOf(state), siteId, traderId)!
  const id = turn.nextId()
  const house = { houseAccount: 'TRADER_PAYABLE', houseSub: String(traderId) } as const
  const from = { siteId, account: house.houseAccount, sub: house.houseSub, currency: 'USDT', amount: -amount }
  const txnId = state.ledger.move([from, { wallet, amount }], 'COPY_SHARE_PAID', id, turn, turn.effects)
  const money = {
    walletType: 'FUTURES',
    currency: 'USDT',
    point: amount,
    won: wonOf(state, siteId, 'USDT', amount, turn) ?? 0n,
    txnId,
  } as const
  addLeg(purseOf(state, siteId, traderId)!, { id, type: 'C', reason: 'TRADER_SHARE', ...money, ...house }, turn)
  for (const share of copiesOf(state).shares.get(dayName(traderId, day)) ?? [])
    change(turn.effects, 'copyShares', share, { state: 'PAID', decidedAt: turn.wall })
  close(state, payout, { txnId, dnwId: id }, turn)
  announceWallet(wallet, turn.effects)
}

function close(state: State, payout: Payout, by: Pick<Payout['row'], 'txnId' | 'dnwId'>, turn: Turn): void {
  const { shares, payouts } = copiesOf(state)
  const name = dayName(payout.row.traderId, payout.row.day)
  change(turn.effects, 'copyPayouts', payout, { ...by, paidAt: turn.wall })
  shares.delete(name)
  payouts.delete(name)
}

/** Keeps a payout from being paid, or lets it be paid: at once, where its time has come. */
export function holdPayout(state: State, command: Of<'holdPayout'>, turn: Turn): Reply {
  const { siteId, traderId, day, isHeld, actor } = command
  const payout = copiesOf(state).payouts.get(dayName(traderId, day))
  if (payout?.row.siteId !== siteId || (payout.row.heldBy !== null) === isHeld) return refuse('STALE_VERSION')
  if (!isHeld && isDenied(state, payout)) return refuse('ACCOUNT_DENIED')
  change(turn.effects, 'copyPayouts', payout, { heldBy: isHeld ? actor.id : null })
  if (!isHeld && payout.row.payAt <= turn.wall) pay(state, payout, turn)
  return { status: 200, body: { traderId, day, isHeld } }
}

/** Returns shares that are not paid to who set them aside. Two persons have agreed. */
export function reverseShares(state: State, command: Of<'reverseShares'>, turn: Turn): Reply {
  const { siteId, traderId, day, followerId, approval } = command
  if (!approval) return refuse('PERMISSION_DENIED')
  const held = copiesOf(state).shares.get(dayName(traderId, day)) ?? []
  const chosen = held.filter(({ row }) => row.siteId === siteId && (followerId ?? row.followerId) === row.followerId)
  if (chosen.length === 0) return refuse('HISTORY_NOT_FOUND')
  for (const share of chosen) giveBack(state, share, turn)
  return { status: 200, body: { traderId, day, count: chosen.length } }
}

/** Returns all shares of a pair that are not paid. */
export function returnShares(state: State, { row }: Pair, turn: Turn): void {
  const held = [...copiesOf(state).shares.values()].flat()
  for (const share of held)
    if (share.row.traderId === row.traderId && share.row.followerId === row.followerId) giveBack(state, share, turn)
}

function giveBack(state: State, share: Share, turn: Turn): void {
  const { siteId, traderId, followerId, day, amount } = share.row
  const { wallet } = holderIn(state, futuresOf(state), siteId, followerId)!
  const id = turn.nextId()
  const house = { houseAccount: 'TRADER_PAYABLE', houseSub: String(traderId) } as const
  const from = { siteId, account: house.houseAccount, sub: house.houseSub, currency: 'USDT', amount: -amount }
  const txnId = state.ledger.move([from, { wallet, amount }], 'COPY_SHARE_BACK', id, turn, turn.effects)
  const money = {
    walletType: 'FUTURES',
    currency: 'USDT',
    point: amount,
    won: wonOf(state, siteId, 'USDT', amount, turn) ?? 0n,
    txnId,
  } as const
  addLeg(purseOf(state, siteId, followerId)!, { id, type: 'C', reason: 'COPY_SHARE_BACK', ...money, ...house }, turn)
  const result = { sourceId: txnId, currency: 'USDT', at: turn.wall, stake: 0n, profit: amount }
  countResult(state, followerId, result, turn)
  change(turn.effects, 'copyShares', share, { state: 'REVERSED', reversedTxnId: txnId, decidedAt: turn.wall })
  const { shares, payouts } = copiesOf(state)
  const name = dayName(traderId, day)
  shares.set(
    name,
    shares.get(name)!.filter((one) => one !== share),
  )
  const payout = payouts.get(name)!
  change(turn.effects, 'copyPayouts', payout, { amount: payout.row.amount - amount })
  if (payout.row.amount === 0n) close(state, payout, { txnId: null, dnwId: null }, turn)
  announceWallet(wallet, turn.effects)
}
