import { expect, test } from 'vitest'
import type { Claimant, OpenResult } from './claims.ts'
import { Collector } from './effects.ts'
import { InvariantBroken } from './invariant.ts'
import { newState } from './state.ts'
import type { Minor } from './types.ts'
import { assertCovered, availableOf, claimedOf, collateralOf, passWallets } from './wallet.ts'

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
    isStale: () => false,
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

test('D: a turn that leaves stakes and fenced money uncovered breaks the core; cross margin may exceed the wallet', () => {
  const { state, turn } = walletOf({ fenced: () => 901n })
  expect(() => passWallets(state, turn)).toThrow(InvariantBroken)
  expect(() => assertCovered(walletOf({ fenced: () => 900n, cross: () => 5_000n }).wallet)).not.toThrow()
})
