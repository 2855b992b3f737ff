import { defineTexts } from '@maru/client/i18n/texts'

/** Words of lines that are dragged on the overseas chart. */
export const moveTexts = defineTexts(
  'oversea-moves',
  {
    moveAsk: '{type} {from} 주문을 취소하고 {to}에 새로 주문할까요?',
    moveYes: '옮기기',
    exitAsk: '{kind}을 {ticks}틱({price})으로 설정할까요? 예상 손익 {pnl}원',
    exitAskNow: '현재가가 이미 지난 가격이라 바로 청산됩니다. {kind}을 {ticks}틱({price})으로 설정할까요?',
    exitYes: '설정',
    exitWrongSide: '{kind}은 평균단가에서 {way} 방향으로 1~{max}틱 안에 놓아 주세요.',
    profitWay: '이익',
    lossWay: '손실',
    priceFeedStale: '시세를 기다리는 중입니다.',
    priceOutOfBand: '현재가의 ±{limit}% 안에서 옮겨 주세요.',
    triggerIsLast: '감시가를 지금 시세와 다르게 놓아 주세요.',
  },
  {
    moveAsk: 'Cancel the {type} order at {from} and place it at {to}?',
    moveYes: 'Move',
    exitAsk: 'Set the {kind} to {ticks} {ticks:tick|ticks} ({price})? Estimated PnL ₩{pnl}',
    exitAskNow:
      'The price is already beyond: this closes at once. Set the {kind} to {ticks} {ticks:tick|ticks} ({price})?',
    exitYes: 'Set',
    exitWrongSide: 'Put the {kind} 1 to {max} ticks from the average entry, on the side of a {way}.',
    profitWay: 'profit',
    lossWay: 'loss',
    priceFeedStale: 'Waiting for prices.',
    priceOutOfBand: 'Stay within ±{limit}% of the last price.',
    triggerIsLast: 'Put the trigger at another price than the last one.',
  },
)
