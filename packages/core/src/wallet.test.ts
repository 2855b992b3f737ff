import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Claimant, OpenResult } from './claims.ts'
import { Collector } from './effects.ts'
import { InvariantBroken } from './invariant.ts'
import { newState } from './state.ts'
import type { Minor } from './types.ts'
import { assertCovered, availableOf, claimedOf, collateralOf, passWallets, withdrawableOf } from './wallet.ts'

const nothingOpen: OpenResult = { result: 0n, funding: 0n, isKnown: true }

/** A wallet of 1,000 with 100 at stake. */
function walletOf(...claimants: Partial<Claimant>[]) {
  const state = newState(0)
  let id = 1
  const turn = { at: 1, wall: 1, siteGroup: 'main', nextId: () => id++, effects: new Collector(1) }
  const wallet = state.ledger.openWallet(1, 7, 'BINARY', 'KRW', turn.effects)
  const house = { siteId: 1, account: 'PROVIDER_CLEARING', currency: 'KRW' } as const
  const pay = (amount: Minor) =>
    state.ledger.post(
      [
        { wallet, amount },
        { ...house, amount: -amount },
      ],
      'DEMO_GRANT',
      null,
      turn,
      turn.effects,
    )
  pay(1_000n)
  state.ledger.reserve(wallet, 100n, turn.effects)
  const none: Claimant = {
    fenced: () => 0n,
    cross: () => 0n,
    openResult: () => nothingOpen,
    isLive: () => true,
    locks: () => [],
    isStale: () => false,
    countAnew: () => {},
    onWallet: () => {},
  }
  for (const claimant of claimants) wallet.claimants.push({ ...none, ...claimant })
  return { state, wallet, turn, pay }
}

test('D: stakes and fenced money are no collateral; margins, losses and the next funding make it unavailable', () => {
  const open = { result: -50n, funding: -5n, isKnown: true }
  const { wallet } = walletOf(
    { fenced: () => 200n, openResult: () => open },
    { cross: () => 300n, openResult: () => ({ ...nothingOpen, result: 20n }) },
  )
  expect(collateralOf(wallet)).toBe(700n)
  expect(claimedOf(wallet)).toBe(600n)
  expect(availableOf(wallet)).toBe(700n - 300n - 30n - 5n)
})

test('D: an unrealised profit funds nothing', () => {
  const { wallet } = walletOf({ openResult: () => ({ ...nothingOpen, result: 400n }) })
  expect(availableOf(wallet)).toBe(900n)
})

test('D: while a price is not known nothing is available, and what is missing stays missing', () => {
  const unknown = { ...nothingOpen, isKnown: false }
  expect(availableOf(walletOf({ openResult: () => unknown }).wallet)).toBe(0n)
  expect(availableOf(walletOf({ openResult: () => unknown, cross: () => 950n }).wallet)).toBe(-50n)
})

test('D: claimants count anew once when stakes change, and not for other changes', () => {
  let passes = 0
  const { state, wallet, turn, pay } = walletOf({ onWallet: () => passes++ })
  passWallets(state, turn)
  expect(passes).toBe(1)
  pay(10n)
  passWallets(state, turn)
  expect(passes).toBe(1)
  state.ledger.release(wallet, 40n, turn.effects)
  state.ledger.release(wallet, 40n, turn.effects)
  passWallets(state, turn)
  expect(passes).toBe(2)
})

test('D: money that comes or leaves has claimants count anew once', () => {
  let passes = 0
  const { state, wallet, turn } = walletOf({ onWallet: () => passes++ })
  passWallets(state, turn)
  const bank = { siteId: 1, account: 'BANK_KRW', currency: 'KRW' } as const
  for (const amount of [50n, -70n]) {
    const legs = [
      { wallet, amount },
      { ...bank, amount: -amount },
    ]
    state.ledger.move(legs, 'DEPOSIT', null, turn, turn.effects)
  }
  passWallets(state, turn)
  expect(passes).toBe(2)
})

test('D: a turn that leaves stakes and fenced money uncovered breaks the core; cross margin may exceed the wallet', () => {
  const { state, turn } = walletOf({ fenced: () => 901n })
  expect(() => passWallets(state, turn)).toThrow(InvariantBroken)
  expect(() => assertCovered(walletOf({ fenced: () => 900n, cross: () => 5_000n }).wallet)).not.toThrow()
})

test('D: claims that changed while their sum did not are looked at too', () => {
  const claims = { fenced: 0n, cross: 950n }
  const { state, wallet, turn } = walletOf({ fenced: () => claims.fenced, cross: () => claims.cross })
  state.ledger.setReserved(wallet, claimedOf(wallet), turn.effects)
  passWallets(state, turn)
  Object.assign(claims, { fenced: 950n, cross: 0n })
  state.ledger.setReserved(wallet, claimedOf(wallet), turn.effects)
  expect(() => passWallets(state, turn)).toThrow(InvariantBroken)
})

describe('D: withdrawable', () => {
  const now = { at: 10, wall: 1_000 }
  const lock = (until: number, amount: Minor): Partial<Claimant> => ({ locks: () => [{ until, amount }] })

  test('is what is available less what is locked until a later time of the wall clock', () => {
    const { wallet } = walletOf(lock(1_001, 150n), lock(1_000, 400n), lock(500, 300n))
    expect(availableOf(wallet)).toBe(900n)
    expect(withdrawableOf(wallet, now)).toBe(750n)
    expect(withdrawableOf(wallet, { ...now, wall: 999 })).toBe(350n)
    expect(withdrawableOf(wallet, { ...now, wall: 1_001 })).toBe(900n)
  })

  test('a lock bars leaving, not trading', () => {
    const { wallet } = walletOf(lock(2_000, 5_000n))
    expect([availableOf(wallet), collateralOf(wallet), claimedOf(wallet)]).toEqual([900n, 900n, 100n])
    expect(withdrawableOf(wallet, now)).toBe(0n)
  })

  test('is 0 while a price of one of its claimants is not live, whatever the others have', () => {
    const at: number[] = []
    const isLive = (asked: number) => at.push(asked) === 0
    expect(withdrawableOf(walletOf({}, { isLive }).wallet, now)).toBe(0n)
    expect(at).toEqual([10])
  })

  test('is 0 while nothing is available, and never more than what is', () => {
    const amount = fc.bigInt(0n, 1_200n)
    const part = fc.record({
      fenced: fc.bigInt(0n, 300n),
      cross: amount,
      result: fc.bigInt(-1_200n, 1_200n),
      funding: fc.bigInt(-50n, 0n),
      isKnown: fc.boolean(),
      isLive: fc.boolean(),
      locks: fc.array(fc.record({ until: fc.integer({ min: 900, max: 1_100 }), amount }), { maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(part, { maxLength: 3 }), (parts) => {
        const { wallet } = walletOf(
          ...parts.map(({ fenced, cross, result, funding, isKnown, isLive, locks }) => ({
            fenced: () => fenced,
            cross: () => cross,
            openResult: () => ({ result, funding, isKnown }),
            isLive: () => isLive,
            locks: () => locks,
          })),
        )
        const available = availableOf(wallet)
        const withdrawable = withdrawableOf(wallet, now)
        expect(collateralOf(wallet)).toBeGreaterThanOrEqual(0n)
        expect(available <= collateralOf(wallet)).toBe(true)
        expect(withdrawable >= 0n && withdrawable <= (available > 0n ? available : 0n)).toBe(true)
        const held = parts.flatMap(({ locks }) => locks.filter(({ until }) => until > now.wall))
        const locked = held.reduce((sum, one) => sum + one.amount, 0n)
        const isLive = parts.every((one) => one.isLive)
        if (withdrawable > 0n) expect(isLive && withdrawable + locked === available).toBe(true)
        else expect(!isLive || available <= locked).toBe(true)
      }),
    )
  })
})
