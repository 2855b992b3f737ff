import { walletCurrency } from '@maru/contract'
import { announceWallet } from '../announce.ts'
import { type Cell, cell, storedCell } from '../effects.ts'
import { refuseDepositLimit } from '../limits/deposits.ts'
import { change, type State, type Turn } from '../state.ts'
import type { Minor } from '../types.ts'
import { arrivalName } from './arrival-name.ts'
import { forgetSettled, forgetSuspended, suspendCoins } from './coin-suspense.ts'
import { moneyConfigOf } from './config.ts'
import { debit } from './debit.ts'
import { bindDeposit, refuseDepositor, walletOf } from './deposit.ts'
import { endLocks } from './locks.ts'
import { addLeg } from './rows.ts'
import { KNOWN_AFTER_MS, moneyOf, type Purse, purseOf } from './state.ts'
import type { ArrivalRow, ArrivalState, SuspenseCause } from './tables.ts'
import type { ToldFact } from './types.ts'
import { wonOf } from './value.ts'
import { arrivalWire } from './wire.ts'

type Told = Extract<ToldFact, { kind: 'coin' }>
type Arrival = Cell<ArrivalRow>

/** Coins were seen, have more blocks, or are gone: nothing is posted before they have enough, and nothing leaves before twice as many. */
export function hearOfCoins(state: State, siteId: number, provider: string, told: Told, turn: Turn): void {
  const was = moneyOf(state).arrivals.get(arrivalName({ ...told, siteId }))?.row ?? told.closed
  const arrival = arrivalOf(state, siteId, told, turn)
  if (!arrival) return
  follow(state, provider, arrival, told, turn)
  if (arrival.row !== was) announce(arrival.row, turn)
}

/** Takes over what is told of an arrival. */
function follow(state: State, provider: string, arrival: Arrival, told: Told, turn: Turn): void {
  if (told.reorged) {
    forget(state, provider, arrival, told, turn)
    return
  }
  if (arrival.row.state === 'REORGED') {
    // Told of again after the network forgot them: news of before, or another block. Somebody looks.
    if (told.confirmations < arrival.row.needed) return
    change(turn.effects, 'arrivals', arrival, { amount: told.amount > 0n ? told.amount : arrival.row.amount })
    setAside(state, provider, arrival, 'LATE', turn)
    return
  }
  takeAmount(state, provider, arrival, told, turn)
  if (arrival.row.closedAt !== null) return
  if (told.confirmations > arrival.row.confirmations)
    change(turn.effects, 'arrivals', arrival, { confirmations: told.confirmations })
  const { confirmations, needed } = arrival.row
  if (arrival.row.state === 'SEEN' && confirmations >= needed) credit(state, provider, arrival, turn)
  if (arrival.row.state === 'CREDITED' && confirmations >= 2 * needed) finish(state, arrival, turn)
}

/** Another amount than before is a new fact: of what is more somebody looks for the owner, what is less was never there. */
function takeAmount(state: State, provider: string, arrival: Arrival, told: Told, turn: Turn): void {
  const { amount: before, share, state: was, needed } = arrival.row
  const { amount } = told
  if (amount <= 0n || amount === before) return
  if (was === 'SEEN') {
    change(turn.effects, 'arrivals', arrival, { amount, share: amount < share ? amount : share })
    return
  }
  if (told.confirmations < needed) return
  if (amount > before) suspendCoins(state, provider, arrival.row, { amount: amount - before, cause: 'AMOUNT' }, turn)
  else takeBack(state, provider, arrival, told, before - amount, turn)
  change(turn.effects, 'arrivals', arrival, { amount })
  if (arrival.row.closedAt !== null) end(state, arrival, was, turn)
}

/** The arrival that is told of; a new one begins, unless its coins are gone before anybody heard of them. */
function arrivalOf(state: State, siteId: number, told: Told, turn: Turn): Arrival | null {
  const { arrivals } = moneyOf(state)
  const { network, txid, output, coin, amount, memberId, walletType } = told
  const name = arrivalName({ siteId, network, txid, output })
  const known = arrivals.get(name)
  if (known) return known
  if (told.closed) return told.closed.siteId === siteId ? storedCell(told.closed) : null
  if (told.reorged || amount <= 0n) return null
  const terms = moneyConfigOf(state, siteId).coins.find((one) => one.coin === coin && one.network === network)
  const isHis = terms !== undefined && walletCurrency[walletType] === coin
  const arrival = cell<ArrivalRow>({
    siteId,
    network,
    txid,
    output,
    coin,
    amount,
    share: amount,
    memberId: isHis ? memberId : null,
    walletType,
    confirmations: 0,
    needed: terms?.confirmations ?? 1,
    state: 'SEEN',
    dnwId: null,
    createdAt: turn.wall,
    closedAt: null,
  })
  arrivals.set(name, arrival)
  turn.effects.put('arrivals', arrival)
  return arrival
}

/** Enough blocks: they are the member's, to trade with. */
function credit(state: State, provider: string, arrival: Arrival, turn: Turn): void {
  const { siteId, memberId, walletType, amount: whole, share: amount, network } = arrival.row
  const purse = memberId === null ? null : purseOf(state, siteId, memberId)
  const house = { houseAccount: 'COIN_HOT', houseSub: network } as const
  const come = { currency: walletCurrency[walletType], amount }
  if (!purse || refuseDepositor(purse, turn) || refuseDepositLimit(state, purse.member, come, turn.wall)) {
    setAside(state, provider, arrival, purse ? 'LIMIT' : 'OWNER', turn)
    return
  }
  const wallet = walletOf(state, purse, walletType, turn)
  const { currency } = wallet.row
  const id = turn.nextId()
  const legs = [
    { siteId, account: house.houseAccount, sub: network, currency, amount: -amount },
    { wallet, amount },
  ] as const
  const txnId = state.ledger.move(legs, 'DEPOSIT', id, turn, turn.effects)
  const holdUntil = bindDeposit(state, purse, wallet, { dnwId: id, amount }, turn, false)
  const won = wonOf(state, siteId, currency, amount, turn) ?? 0n
  addLeg(purse, { id, type: 'D', walletType, currency, point: amount, won, ...house, txnId, holdUntil }, turn)
  change(turn.effects, 'arrivals', arrival, { state: 'CREDITED', dnwId: id })
  if (whole > amount) suspendCoins(state, provider, arrival.row, { amount: whole - amount, cause: 'AMOUNT' }, turn)
  announceWallet(wallet, turn.effects)
}

/** Books coins as nobody's yet. */
function setAside(state: State, provider: string, arrival: Arrival, cause: SuspenseCause, turn: Turn): void {
  const { amount } = arrival.row
  suspendCoins(state, provider, arrival.row, { amount, cause }, turn)
  change(turn.effects, 'arrivals', arrival, { share: 0n })
  end(state, arrival, 'SUSPENDED', turn)
}

/** Twice as many blocks: they may leave, as soon as a deposit may. */
function finish(state: State, arrival: Arrival, turn: Turn): void {
  const { siteId, dnwId, createdAt } = arrival.row
  const until = createdAt + moneyConfigOf(state, siteId).holdMs
  endLocks(state, ownerOf(state, arrival), dnwId!, until, turn)
  end(state, arrival, 'FINAL', turn)
}

/** The network forgot them: what was booked of them is taken back, as far as it is there. */
function forget(state: State, provider: string, arrival: Arrival, told: Told, turn: Turn): void {
  const { state: was, amount, dnwId, share } = arrival.row
  if (was === 'REORGED') return
  if (was !== 'SEEN') {
    if (share > 0n) endLocks(state, ownerOf(state, arrival), dnwId!, turn.wall, turn)
    takeBack(state, provider, arrival, told, amount, turn)
  }
  end(state, arrival, 'REORGED', turn)
}

/** Takes back what of the coins is not there: out of suspense first, then from their member, then from whom the desk gave them to. */
function takeBack(state: State, provider: string, arrival: Arrival, told: Told, sum: Minor, turn: Turn): void {
  let left = forgetSuspended(state, arrival.row, sum, turn)
  const { walletType, network, share } = arrival.row
  const point = left < share ? left : share
  if (point > 0n) {
    const house = { houseAccount: 'COIN_HOT', houseSub: network } as const
    debit(state, ownerOf(state, arrival), { walletType, point, ...house, code: 'REORG' }, turn)
    change(turn.effects, 'arrivals', arrival, { share: share - point })
    left -= point
  }
  left = forgetSettled(state, arrival.row, { sum: left, settled: told.settled }, turn)
  if (left < 0n) suspendCoins(state, provider, arrival.row, { amount: -left, cause: 'AMOUNT' }, turn)
}

/** Closes an arrival, or keeps a closed one that has changed. */
function end(state: State, arrival: Arrival, as: ArrivalState, turn: Turn): void {
  const closedAt = turn.wall
  change(turn.effects, 'arrivals', arrival, { state: as, closedAt })
  const { arrivals } = moneyOf(state)
  const name = arrivalName(arrival.row)
  arrivals.set(name, arrival)
  // Whoever tells of it may have read the database before this was in it.
  state.dueWall.push(closedAt + KNOWN_AFTER_MS, () => {
    if (arrivals.get(name) === arrival && arrival.row.closedAt === closedAt) arrivals.delete(name)
  })
}

/** Tells a member of coins that are on their way to him, and how far they are. */
function announce(row: ArrivalRow, { effects }: Turn): void {
  const { siteId, memberId } = row
  if (memberId === null) return
  effects.event({ to: 'member', siteId, memberId, queue: 'point', event: 'COIN_ARRIVAL', data: arrivalWire(row) })
}

const ownerOf = (state: State, { row }: Arrival): Purse => purseOf(state, row.siteId, row.memberId!)!
