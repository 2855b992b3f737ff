// The server's side of the rounds page for component tests: rounds of five minutes on BTC and ETH, and the member's stakes.
import type { Bet, CurrentGame, Round, Side, TradeOption } from '@maru/contract'
import { type FakeServer, Refusal } from './fake-server.ts'
import { noBets, wallets } from './fixtures.ts'

/** Rent of five minutes: no test waits for a lock that it does not make itself. */
export const btcRounds: TradeOption = {
  id: 4,
  stock: 'CR_BTCUSDT',
  type: 'R5',
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
}
export const ethRounds: TradeOption = { ...btcRounds, id: 14, stock: 'CR_ETHUSDT', koName: '이더리움', precision: 2 }

const lengthMs = 300_000
const startPrices: Readonly<Record<string, number>> = { CR_BTCUSDT: 60_000, CR_ETHUSDT: 3_210.55 }

export interface FakeRounds {
  /** Stakes in progress and decided ones, newest first. */
  readonly bets: readonly Bet[]
  /** The round on the ticket. */
  readonly betting: Round
  /** Goes on where another server ended: with its stakes and its rounds. */
  resume(before: FakeRounds): void
  /** Takes a stake that the page does not send itself. */
  stake(type: Side, point: number): void
  /** From now on a stake above `remaining` is refused. */
  limit(code: 'ROUND_LIMIT_EXCEEDED' | 'EXPOSURE_LIMIT', remaining: number): void
  /** The next prices of an instrument. */
  setPrice(option: TradeOption, price: number): void
  /** No price comes any more, and the page is informed. */
  pause(): void
  /** The round on the ticket starts at a price, and the next one takes stakes. */
  start(strike: string): void
  /** The running round ends at a price, and its stakes are decided. */
  end(close: string): void
}

/** Answers what the rounds page of BTC asks for. */
export function fakeRounds(server: FakeServer): FakeRounds {
  const last = { ...startPrices }
  let feed: CurrentGame['feed'] = 'live'
  let ids = 100
  let bets: Bet[] = []
  let balance = { point: 10_000_000, gameWaitPoint: 0 }
  let betting = newRound(++ids, Date.now() + lengthMs - 60_000)
  let running: Round | null = null
  let limit: { code: string; remaining: number } | null = null

  const texts = (option: TradeOption) => last[option.stock]!.toFixed(option.precision)
  const tick = (option: TradeOption) => () => ({
    last: texts(option),
    mark: texts(option),
    bid: texts(option),
    ask: texts(option),
    ts: Date.now(),
    feed,
  })
  const wallet = () => ({
    type: 'BINARY' as const,
    currency: 'KRW' as const,
    point: String(balance.point),
    gameWaitPoint: String(balance.gameWaitPoint),
  })
  const mine = (bet: Bet, event: 'BET_ACCEPTED' | 'BET_SETTLED') => {
    server.publish('/user/queue/trade', event, { bet, wallet: wallet() })
    server.publish('/user/queue/point', 'POINT', wallet())
  }
  const open = () => bets.filter(({ status }) => status === 0)
  const rounds = () => ({ serverTime: Date.now(), betting, running })
  const topic = `/topic/trade/${btcRounds.id}` as const

  const place = ({ type, point }: { type: Side; point: number | string }) => {
    const bet = betOn(betting, ++ids, type, String(point))
    bets = [bet, ...bets]
    balance = { point: balance.point - Number(point), gameWaitPoint: balance.gameWaitPoint + Number(point) }
    const { id, tradeRoundId, payoutRate, status, strikePrice } = bet
    // The reply and the news of the queue are independent: the page may get either first.
    queueMicrotask(() => mine(bet, 'BET_ACCEPTED'))
    return {
      ...{ id, tradeRoundId, type, point: bet.point, payoutRate, status, strikePrice },
      acceptedAt: bet.createdAt,
      wallet: wallet(),
      bet,
    }
  }
  const settle = (bet: Bet, round: Round): Bet => {
    const won = (round.status === 1) === (bet.type === 'B')
    const profit = round.status === 3 ? 0 : won ? Math.floor(Number(bet.point) * 0.9) : -Number(bet.point)
    const { strikePrice, closePrice, voidReason } = round
    const status = round.status === 3 ? 3 : won ? 1 : 2
    balance = {
      point: balance.point + Number(bet.point) + profit,
      gameWaitPoint: balance.gameWaitPoint - Number(bet.point),
    }
    return { ...bet, status, profit: String(profit), strikePrice, closePrice, voidReason, settledAt: Date.now() }
  }

  server.reply('GET /api/trade/option/list', () => [btcRounds, ethRounds])
  server.reply('GET /api/trade/game/current', () => ({ ...rounds(), feed, my: null }))
  server.reply('GET /api/trade/game/recent', () => [])
  server.reply('GET /api/trade/game/round/list', () => pageOf([]))
  server.reply('GET /api/trade/history/current_for_option', open)
  server.reply('GET /api/trade/history/list', ({ query: { resultType, statusStrs } }) =>
    resultType === 'Summary' ? noBets : pageOf(bets.filter(({ status }) => statusStrs === undefined || status !== 0)),
  )
  server.reply('POST /api/trade/history/betting', ({ body }) => {
    if (limit && Number(body.point) > limit.remaining)
      throw new Refusal(409, limit.code, { remaining: String(limit.remaining) })
    return place(body)
  })
  server.reply('GET /api/wallet/my', () => [{ ...wallets[0]!, ...wallet() }, ...wallets.slice(1)])
  server.reply('GET /api/trade/kline_data', ({ query }) => ({ [query.stockListStrs]: [] }))
  server.reply('GET /api/trade/ticker_statistics', ({ query: { stockListStrs: stock } }) => ({
    [stock]: statisticsOf(texts([btcRounds, ethRounds].find((option) => option.stock === stock) ?? btcRounds)),
  }))
  server.snapshot(topic, rounds)
  server.snapshot('/user/queue/point', () => [wallet(), ...wallets.slice(1)])
  for (const option of [btcRounds, ethRounds]) server.snapshot(`/topic/tick/${option.stock}`, tick(option))

  return {
    get bets() {
      return bets
    },
    get betting() {
      return betting
    },
    resume(before) {
      bets = [...before.bets]
      betting = before.betting
      for (const { point } of open())
        balance = { point: balance.point - Number(point), gameWaitPoint: balance.gameWaitPoint + Number(point) }
    },
    stake: (type, point) => void place({ type, point }),
    limit: (code, remaining) => {
      limit = { code, remaining }
    },
    setPrice(option, price) {
      last[option.stock] = price
      server.publish(`/topic/tick/${option.stock}`, 'TICK', tick(option)())
    },
    pause() {
      feed = 'stale'
      server.publish(`/topic/tick/${btcRounds.stock}`, 'TICK', tick(btcRounds)())
    },
    start(strikePrice) {
      const startAt = Date.now() - 2_000
      running = { ...betting, ...timesOf(startAt), phase: 'RUNNING', isBettable: false, strikePrice }
      bets = bets.map((bet) => (bet.tradeRoundId === running!.id ? { ...bet, strikePrice } : bet))
      betting = newRound(++ids, startAt + lengthMs)
      server.publish(topic, 'ROUND_RUNNING', running)
      server.publish(topic, 'ROUND_OPEN', betting)
    },
    end(closePrice) {
      const move = Math.sign(Number(closePrice) - Number(running!.strikePrice))
      const ended: Round = {
        ...running!,
        ...timesOf(Date.now() - lengthMs - 1_600),
        closePrice,
        ...(move === 0
          ? { phase: 'VOID', status: 3, voidReason: 'PRICE_EQUAL' }
          : { phase: 'SETTLED', status: move > 0 ? 1 : 2 }),
      }
      running = null
      server.publish(topic, move === 0 ? 'ROUND_VOID' : 'ROUND_SETTLED', ended)
      bets = bets.map((bet) => {
        if (bet.tradeRoundId !== ended.id) return bet
        const settled = settle(bet, ended)
        mine(settled, 'BET_SETTLED')
        return settled
      })
    },
  }
}

const pageOf = <T>(content: T[]) => ({
  content,
  page: 0,
  size: 30,
  totalElements: content.length,
  totalPages: content.length > 0 ? 1 : 0,
})

export const statisticsOf = (lastPrice: string) => ({
  lastPrice,
  priceChangePercent: '0.00',
  rateChange: '0.00',
  high: lastPrice,
  low: lastPrice,
  volume: '9.000',
})

const timesOf = (startAt: number) => ({
  openAt: startAt - lengthMs,
  lockAt: startAt - btcRounds.lockLeadMs,
  startAt,
  endAt: startAt + lengthMs,
})

function newRound(id: number, startAt: number): Round {
  const { id: tradeOptionId, stock, type, payoutRate, minPoint, maxPoint, unit } = btcRounds
  return {
    ...{ id, roundNo: id, tradeOptionId, stock, type, payoutRate, minPoint, maxPoint, unit },
    ...timesOf(startAt),
    phase: 'OPEN',
    status: 0,
    isBettable: true,
    strikePrice: null,
    closePrice: null,
    buyPoint: null,
    sellPoint: null,
    betRoot: null,
    voidReason: null,
    voidNote: null,
  }
}

function betOn(round: Round, id: number, type: Side, point: string): Bet {
  const { id: tradeRoundId, tradeOptionId, roundNo, stock, payoutRate, startAt, endAt } = round
  return {
    ...{ id, tradeRoundId, tradeOptionId, roundNo, stock, type, point, payoutRate, startAt, endAt },
    koName: btcRounds.koName,
    tradeType: round.type,
    strikePrice: null,
    closePrice: null,
    status: 0,
    profit: '0',
    voidReason: null,
    createdAt: Date.now(),
    settledAt: null,
  }
}
