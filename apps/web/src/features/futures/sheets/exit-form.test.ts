import { describe, expect, test } from 'vitest'
import { heldOf } from '../held.ts'
import { priceOfPnl, resultAt } from './exit-figures.ts'
import {
  atRoe,
  type ExitHolder,
  type ExitInput,
  exitBody,
  exitsOfPosition,
  inUnit,
  summariseExit,
} from './exit-form.ts'
import { long, short, terms } from './testing.ts'

const of = (position = long): ExitHolder => ({ position, terms, mark: 600_000, last: 600_000 })
const input = (text: string, given: Partial<ExitInput> = {}): ExitInput => ({
  unit: 'price',
  text,
  at: null,
  isMark: false,
  ...given,
})
const problem = (kind: 'takeProfit' | 'stopLoss', text: string, position = long) =>
  summariseExit(kind, input(text), of(position)).problem

describe('a TP or SL is refused', () => {
  test('on the wrong side of the mark', () => {
    expect(problem('takeProfit', '60000.0')).toBe('TAKE_PROFIT_WRONG_SIDE')
    expect(problem('takeProfit', '60000.1')).toBeNull()
    expect(problem('stopLoss', '60000.0')).toBe('STOP_LOSS_WRONG_SIDE')
    expect(problem('stopLoss', '59999.9')).toBeNull()
    expect(problem('takeProfit', '60000.1', short)).toBe('TAKE_PROFIT_WRONG_SIDE')
    expect(problem('stopLoss', '59999.9', short)).toBe('STOP_LOSS_WRONG_SIDE')
  })
  test('at or beyond the liquidation price', () => {
    expect(problem('stopLoss', '54216.8')).toBe('STOP_LOSS_BEYOND_LIQUIDATION')
    expect(problem('stopLoss', '54216.9')).toBeNull()
    expect(problem('stopLoss', '65737.1', short)).toBe('STOP_LOSS_BEYOND_LIQUIDATION')
  })
  test('off the grid of prices, without a mark, and where no price gives the result', () => {
    const coarse = { ...of(), terms: { ...terms, tick: 5 } }
    expect(summariseExit('takeProfit', input('60000.1'), coarse).problem).toBe('PRICE_TICK_INVALID')
    expect(summariseExit('takeProfit', input('60001.0'), { ...of(), mark: null }).problem).toBe('PRICE_FEED_STALE')
    expect(summariseExit('takeProfit', input('6001', { unit: 'pnl' }), of(short)).problem).toBe('PRICE_UNREACHABLE')
  })
})

test('a price is told with its result and its return on the margin', () => {
  const at = summariseExit('takeProfit', input('61500.0'), of())
  expect([at.pnl, at.roeBp]).toEqual([15_000_000_000n, 2_500n])
  const loss = summariseExit('stopLoss', input('61500.0'), of(short))
  expect([loss.pnl, loss.roeBp]).toEqual([-15_000_000_000n, -2_500n])
})
test('a return or a result becomes the nearest price that is not worse', () => {
  expect(summariseExit('takeProfit', input('25', { unit: 'roe' }), of()).price).toBe(615_000)
  expect(summariseExit('stopLoss', input('25', { unit: 'roe' }), of()).price).toBe(585_000)
  expect(summariseExit('takeProfit', input('25', { unit: 'roe' }), of(short)).price).toBe(585_000)
  for (const position of [long, short])
    for (const pnl of [1n, 123_456_789n, -123_456_789n, -1n]) {
      const held = heldOf(position, terms)
      const price = priceOfPnl(held, pnl, terms)!
      const away = position === long ? -1 : 1
      expect(resultAt(held, price, 10, terms).pnl >= pnl).toBe(true)
      expect(resultAt(held, price + away, 10, terms).pnl < pnl).toBe(true)
    }
})
test('another unit shows the same price, and back again', () => {
  const price = input('61234.5')
  const asPnl = inUnit('takeProfit', price, 'pnl', of())
  expect(asPnl).toMatchObject({ unit: 'pnl', text: '123.45' })
  const asRoe = inUnit('takeProfit', asPnl, 'roe', of())
  expect(asRoe).toMatchObject({ unit: 'roe', text: '20.57' })
  expect(inUnit('takeProfit', asRoe, 'price', of())).toMatchObject({ unit: 'price', text: '61234.5' })
})
test('an SL that locks in profit can only be said as a price', () => {
  const ahead = { ...of(), mark: 620_000 }
  expect(summariseExit('stopLoss', input('61000.0'), ahead).problem).toBeNull()
  expect(inUnit('stopLoss', input('61000.0'), 'pnl', ahead)).toMatchObject({ unit: 'price', text: '61000.0' })
})
test('a chip sets the price of its return', () => {
  expect(atRoe('takeProfit', input(''), 50, of())).toMatchObject({ unit: 'price', text: '63000.0' })
  expect(atRoe('stopLoss', input('', { unit: 'pnl' }), 50, of())).toMatchObject({
    unit: 'pnl',
    text: '300.00',
    at: 570_000,
  })
})
test('a TP or SL by the last price that is there already says so', () => {
  const moved = { ...of(), last: 605_000 }
  expect(summariseExit('takeProfit', input('60100.0'), moved)).toMatchObject({ problem: null, firesAtOnce: true })
  expect(summariseExit('takeProfit', input('60100.0', { isMark: true }), moved).firesAtOnce).toBe(false)
})

describe('what is sent', () => {
  const guarded = { ...long, takeProfit: '61500.0', stopLoss: '58500.0', isMarkSl: true }
  test('is nothing where nothing changed', () => {
    expect(exitBody(exitsOfPosition(long), of())).toBeNull()
    expect(exitBody(exitsOfPosition(guarded), of(guarded))).toBeNull()
  })
  test('is only what changed; an empty field clears', () => {
    const { takeProfit, stopLoss } = exitsOfPosition(guarded)
    expect(exitBody({ takeProfit: { ...takeProfit, text: '' }, stopLoss }, of(guarded))).toEqual({
      futuresPositionId: 7,
      takeProfit: '0',
      isMarkTp: false,
    })
    expect(exitBody({ takeProfit, stopLoss: { ...stopLoss, isMark: false } }, of(guarded))).toEqual({
      futuresPositionId: 7,
      stopLoss: '58500.0',
      isMarkSl: false,
    })
  })
})
