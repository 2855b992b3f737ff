import { walletCurrency } from '@maru/contract'
import { announceWallet } from '../announce.ts'
import { type Cell, cell, storedCell } from '../effects.ts'
import { exceedsDepositLimit } from '../limits/deposits.ts'
import { change, type State, type Turn } from '../state.ts'
import { moneyConfigOf } from './config.ts'
import { debit } from './debit.ts'
import { bindDeposit, refuseDepositor, walletOf } from './deposit.ts'
import { endLocks } from './locks.ts'
import { addLeg } from './rows.ts'
import { KNOWN_AFTER_MS, moneyOf, type Purse, purseOf } from './state.ts'
import { suspend } from './suspense.ts'
import type { ArrivalRow, ArrivalState, SuspenseCause } from './tables.ts'
import type { ToldFact } from './types.ts'
import { wonOf } from './value.ts'
import { arrivalWire } from './wire.ts'

type Told = Extract<ToldFact, { kind: 'coin' }>
type Arrival = Cell<ArrivalRow>

/** What names coins on their way in. */
export const arrivalName = (row: Pick<ArrivalRow, 'siteId' | 'network' | 'txid' | 'output'>): string =>
  `${row.siteId}:${row.network}:${row.txid}:${row.output}`

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
    takeBack(state, arrival, turn)
    return
  }
  if (arrival.row.closedAt !== null) {
    // Told of again after the network forgot them: news of before, or another block. Somebody looks.
    if (arrival.row.state === 'REORGED' && told.confirmations >= arrival.row.needed)
      setAside(state, provider, arrival, 'LATE', turn)
    return
  }
  if (told.confirmations > arrival.row.confirmations)
    change(turn.effects, 'arrivals', arrival, { confirmations: told.confirmations })
  const { confirmations, needed } = arrival.row
  if (arrival.row.state === 'SEEN' && confirmations >= needed) credit(state, provider, arrival, turn)
  if (arrival.row.state === 'CREDITED' && confirmations >= 2 * needed) finish(state, arrival, turn)
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
  const { siteId, memberId, walletType, amount, network } = arrival.row
  const purse = memberId === null ? null : purseOf(state, siteId, memberId)
  const house = { houseAccount: 'COIN_HOT', houseSub: network } as const
  const come = { currency: walletCurrency[walletType], amount }
  if (!purse || refuseDepositor(purse, turn) || exceedsDepositLimit(state, purse.member, come, turn.wall)) {
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
  announceWallet(wallet, turn.effects)
}

/** Books coins as nobody's yet. */
function setAside(state: State, provider: string, arrival: Arrival, cause: SuspenseCause, turn: Turn): void {
  const { siteId, memberId, coin, amount, network, txid } = arrival.row
  const come = { siteId, cause, provider, providerRef: txid, reference: '', payer: '', memberId }
  const house = { houseAccount: 'COIN_HOT', houseSub: network } as const
  suspend(state, { ...come, currency: walletCurrency[coin], amount, ...house }, turn)
  end(state, arrival, 'SUSPENDED', turn)
}

/** Twice as many blocks: they may leave, as soon as a deposit may. */
function finish(state: State, arrival: Arrival, turn: Turn): void {
  const { siteId, dnwId, createdAt } = arrival.row
  const until = createdAt + moneyConfigOf(state, siteId).holdMs
  endLocks(state, ownerOf(state, arrival), dnwId!, until, turn)
  end(state, arrival, 'FINAL', turn)
}

/** The network forgot them: what was credited is taken back, as far as it is there. */
function takeBack(state: State, arrival: Arrival, turn: Turn): void {
  const { state: was, walletType, amount, network, dnwId } = arrival.row
  if (was === 'REORGED' || was === 'SUSPENDED') return
  if (was !== 'SEEN') {
    const purse = ownerOf(state, arrival)
    endLocks(state, purse, dnwId!, turn.wall, turn)
    const house = { houseAccount: 'COIN_HOT', houseSub: network } as const
    debit(state, purse, { walletType, point: amount, ...house, code: 'REORG' }, turn)
  }
  end(state, arrival, 'REORGED', turn)
}

function end(state: State, arrival: Arrival, as: ArrivalState, turn: Turn): void {
  change(turn.effects, 'arrivals', arrival, { state: as, closedAt: turn.wall })
  const { arrivals } = moneyOf(state)
  const name = arrivalName(arrival.row)
  arrivals.set(name, arrival)
  // Whoever tells of it may have read the database before this was in it.
  state.dueWall.push(turn.wall + KNOWN_AFTER_MS, () => {
    if (arrivals.get(name) === arrival) arrivals.delete(name)
  })
}

/** Tells a member of coins that are on their way to him, and how far they are. */
function announce(row: ArrivalRow, { effects }: Turn): void {
  const { siteId, memberId } = row
  if (memberId === null) return
  effects.event({ to: 'member', siteId, memberId, queue: 'point', event: 'COIN_ARRIVAL', data: arrivalWire(row) })
}

const ownerOf = (state: State, { row }: Arrival): Purse => purseOf(state, row.siteId, row.memberId!)!
