import { defineTexts } from '@maru/client/i18n/texts'

/** Words of the quick order and its lookup. */
export const searchTexts = defineTexts(
  'oversea-search',
  {
    title: '빠른 주문',
    looks: '빠른 주문과 조회',
    stocks: '종목',
    orders: '미체결',
    history: '체결 내역',
    daily: '당일손익',
    noStocks: '거래할 수 있는 종목이 없습니다',
    noStocksHint: '잠시 후 다시 확인해 주세요.',
    toPage: '차트와 호가 보기',
    average: '평균 {price}',
    noPosition: '보유한 포지션이 없습니다',
    lookHint: '종목을 누르면 바로 주문할 수 있습니다.',
  },
  {
    title: 'Quick order',
    looks: 'Quick order and lookup',
    stocks: 'Instruments',
    orders: 'Open',
    history: 'Fills',
    daily: 'Day’s PnL',
    noStocks: 'Nothing to trade here',
    noStocksHint: 'Please look again in a moment.',
    toPage: 'Chart and book',
    average: 'avg. {price}',
    noPosition: 'No open position',
    lookHint: 'Touch an instrument to order at once.',
  },
)
