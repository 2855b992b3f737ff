import type { Bet } from '@maru/contract'
import { expect, test } from 'vitest'
import { standingOf } from './standing.ts'

const bet = (type: 'B' | 'S', point: string, strikePrice: string | null) =>
  ({ type, point, payoutRate: '1.90', strikePrice }) as Bet

test('a stake on the right side of its strike is realised: what it pays beyond itself', () => {
  expect(standingOf([bet('B', '50000', '65420.0')], '65432.1')).toEqual({ result: 'won', net: 45_000 })
  expect(standingOf([bet('S', '50000', '65420.0')], '65419.9')).toEqual({ result: 'won', net: 45_000 })
})

test('on the wrong side it is lost, at the strike it comes back', () => {
  expect(standingOf([bet('B', '50000', '65420.0')], '65419.9')).toEqual({ result: 'lost', net: -50_000 })
  expect(standingOf([bet('B', '50000', '65420.0')], '65420')).toEqual({ result: 'void', net: 0 })
})

test('a rent stake without a strike of its own has that of its round', () => {
  expect(standingOf([bet('B', '50000', null)], '65432.1', '65420.0')).toEqual({ result: 'won', net: 45_000 })
})

test('binary stakes of one round are counted each at its own strike; without one there is no standing', () => {
  const bets = [bet('B', '10000', '100'), bet('B', '20000', '110'), bet('B', '5000', null)]
  expect(standingOf(bets, '105')).toEqual({ result: 'lost', net: -11_000 })
  expect(standingOf([bet('B', '5000', null)], '105')).toBeNull()
})
