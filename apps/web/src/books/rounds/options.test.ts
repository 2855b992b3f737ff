import type { TradeOption, TradeType } from '@maru/contract'
import { describe, expect, it } from 'vitest'
import { defaultOption, findOption, groupByStock, instrumentLabel, optionLabel, siblingOption } from './options.ts'

const option = (id: number, stock: string, type: TradeType, more: Partial<TradeOption> = {}): TradeOption => ({
  id,
  stock,
  type,
  isPlay: true,
  isStop: false,
  precision: 1,
  koName: '비트코인',
  currency: 'KRW',
  isRest: false,
  payoutRate: '1.90',
  minPoint: '5000',
  maxPoint: '1000000',
  unit: '1000',
  maxRoundPoint: '2000000',
  maxBets: 5,
  minIntervalMs: 1_000,
  lockLeadMs: 5_000,
  strikeDelayMs: 300,
  strikeWaitMs: 2_000,
  ...more,
})
const options = [
  option(4, 'CR_BTCUSDT', 'R5'),
  option(1, 'CR_BTCUSDT', 'R.5'),
  option(2, 'CR_BTCUSDT', 'R1'),
  option(5, 'CR_BTCUSDT', 'B1'),
  option(6, 'CR_ETHUSDT', 'R1', { isStop: true }),
  option(7, 'OV_XAUUSD', 'R2'),
]
const texts = {
  binary: '바이너리',
  bitball: '비트볼',
  minutes: (n: number) => `${n}분`,
  seconds: (n: number) => `${n}초`,
}

describe('the instrument dropdown', () => {
  it('lists playable options that are not stopped, grouped by stock, short games first', () => {
    expect(groupByStock(options).map((group) => [group.stock, group.options.map(({ type }) => type)])).toEqual([
      ['CR_BTCUSDT', ['R.5', 'R1', 'R5', 'B1']],
      ['OV_XAUUSD', ['R2']],
    ])
  })

  it('labels options as specified', () => {
    const labels = ['R.5', 'R1', 'R5', 'B2', 'P3'].map((type) => optionLabel({ type, koName: '비트코인' }, texts))
    expect(labels).toEqual(['30초', '1분', '5분', '바이너리', '비트볼 비트코인 3분'])
  })

  it('names instruments as pairs where they are pairs', () => {
    expect(['CR_BTCUSDT', 'CR_MATICUSDT', 'OV_EURUSD', 'OV_NAS100', 'CR_BTCUSDTPERP'].map(instrumentLabel)).toEqual([
      'BTC/USDT',
      'MATIC/USDT',
      'EUR/USD',
      'NAS100',
      'BTC/USDT',
    ])
  })
})

describe('the address of a trade page', () => {
  it('takes an option id or a stock', () => {
    expect(findOption(options, '4')?.id).toBe(4)
    expect(findOption(options, 'BTCUSDT')?.id).toBe(2)
    expect(findOption(options, 'OV_XAUUSD')?.id).toBe(7)
    expect(findOption(options, '99')).toBeNull()
  })

  it('without an id is the last one used while it is played, else a one-minute game', () => {
    expect(defaultOption(options, 4)?.id).toBe(4)
    expect(defaultOption(options, 6)?.id).toBe(2)
    expect(defaultOption([], 1)).toBeNull()
  })

  it('changes kind and length inside its stock, to the nearest that is played', () => {
    const [btc] = groupByStock(options)
    expect(siblingOption(btc!, options[0]!, { kind: 'binary' })?.id).toBe(5)
    expect(siblingOption(btc!, options[2]!, { minutes: 5 })?.id).toBe(4)
    expect(siblingOption(btc!, options[2]!, { minutes: 0.5 })?.id).toBe(1)
  })
})
