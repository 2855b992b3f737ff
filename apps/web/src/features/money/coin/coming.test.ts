import type { CoinArrival } from '@maru/contract'
import { expect, test } from 'vitest'
import { take } from './coming.ts'

const arrival = (txid: string, confirmations: number): CoinArrival => ({
  network: 'TRC20',
  txid,
  output: 0,
  coin: 'USDT',
  walletType: 'FUTURES',
  amount: '12.5',
  confirmations,
  needed: 20,
  state: 'SEEN',
  dnwId: null,
  createdAt: 1,
})

test('news of coins stand in the place of what was known of them; coins that are new come first', () => {
  const all = [arrival('b', 1), arrival('a', 3)]
  expect(take(all, arrival('a', 4)).map(({ txid, confirmations }) => [txid, confirmations])).toEqual([
    ['b', 1],
    ['a', 4],
  ])
  expect(take(all, arrival('c', 0)).map(({ txid }) => txid)).toEqual(['c', 'b', 'a'])
  expect(take(all, { ...arrival('a', 0), output: 1 })).toHaveLength(3)
})
