import { expect, test } from 'vitest'
import { Collector } from '../effects.ts'
import { newMemberRow } from '../member.ts'
import { addMember, newState } from '../state.ts'
import { availableOf, withdrawableOf } from '../wallet.ts'
import { lock, moveLocks } from './locks.ts'
import { purseOf } from './state.ts'

/** A member with 100 in KRW of which 60 came by two deposits, and an empty wallet of dollars. */
function member() {
  const state = newState(0)
  let id = 1
  const turn = { at: 1, wall: 1_000, siteGroup: 'main', nextId: () => id++, effects: new Collector(1) }
  addMember(state, newMemberRow(1, 7, 0))
  const purse = purseOf(state, 1, 7)!
  const krw = state.ledger.openWallet(1, 7, 'BINARY', 'KRW', turn.effects)
  const usdt = state.ledger.openWallet(1, 7, 'USDT', 'USDT', turn.effects)
  const post = (wallet: typeof krw, amount: bigint) =>
    state.ledger.post(
      [
        { wallet, amount },
        { siteId: 1, account: 'FX_CLEARING', currency: wallet.row.currency, amount: -amount },
      ],
      'CONVERSION',
      null,
      turn,
      turn.effects,
    )
  post(krw, 100n)
  lock(state, purse, krw, { dnwId: 1, amount: 20n, until: 2_000 }, turn)
  lock(state, purse, krw, { dnwId: 2, amount: 40n, until: 3_000 }, turn)
  /** Converts at 7 units for each. */
  const convert = (left: bigint) => {
    post(krw, -left)
    post(usdt, left * 7n)
    moveLocks(state, purse, { from: krw, to: usdt, left, arrived: left * 7n }, turn)
  }
  const locked = (wallet: typeof krw) =>
    (purse.locks.get(wallet.row.type) ?? []).map(({ row }) => [row.dnwId, row.amount, row.until])
  return { state, purse, krw, usdt, convert, locked, turn }
}

test('D: locks follow what was converted, and free money goes first', () => {
  const { convert, locked, krw, usdt, turn } = member()
  convert(40n)
  expect([locked(krw), locked(usdt)]).toEqual([
    [
      [1, 20n, 2_000],
      [2, 40n, 3_000],
    ],
    [],
  ])
  expect(withdrawableOf(usdt, turn)).toBe(280n)
  convert(30n)
  expect(locked(krw)).toEqual([[2, 30n, 3_000]])
  expect(locked(usdt)).toEqual([
    [1, 140n, 2_000],
    [2, 70n, 3_000],
  ])
  expect([withdrawableOf(krw, turn), withdrawableOf(usdt, turn)]).toEqual([0n, 280n])
  convert(30n)
  expect(locked(krw)).toEqual([])
  expect([availableOf(usdt), withdrawableOf(usdt, turn)]).toEqual([700n, 280n])
})

test('D: money that is lost before it moves leaves its lock on what comes', () => {
  const { convert, locked, krw, usdt, state, turn } = member()
  // 70 of the 100 are at stake: 30 are available, and all of them are locked.
  state.ledger.reserve(krw, 70n, turn.effects)
  convert(30n)
  expect(locked(krw)).toEqual([[2, 30n, 3_000]])
  expect(withdrawableOf(usdt, turn)).toBe(0n)
})
