import { expect, test } from 'vitest'
import { favouritesFirst, readFavourites } from './favourites.ts'

const stocks = ['CR_BTCUSDTPERP', 'CR_ETHUSDTPERP', 'OV_EURUSD', 'CR_SOLUSDT'].map((stock) => ({ stock }))

test('marked instruments stand first in the order of their marks, the others keep theirs', () => {
  expect(favouritesFirst(stocks, ['SOLUSDT', 'ETHUSDT']).map(({ stock }) => stock)).toEqual([
    'CR_SOLUSDT',
    'CR_ETHUSDTPERP',
    'CR_BTCUSDTPERP',
    'OV_EURUSD',
  ])
})

test('what was stored and is broken marks nothing', () => {
  expect(readFavourites('{"symbols":[1,"BTCUSDT"]}').symbols).toEqual(['BTCUSDT'])
  expect(readFavourites('nonsense').symbols).toEqual([])
  expect(readFavourites(null).symbols).toEqual([])
})
