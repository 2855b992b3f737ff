import { defineTexts } from '@maru/client/i18n/texts'

/** Words of the order settings. */
export const settingTexts = defineTexts(
  'futures-settings',
  {
    settingConfirms: '주문 전 확인',
    settingConfirmsHint: '주문을 내기 전에 주문 내용을 모두 보여 드립니다',
    settingConfirmsClose: '시장가 청산 전 확인',
    settingConfirmsCloseHint: '포지션을 청산하기 전에 예상 손익을 보여 드립니다',
    settingConfirmsReverse: '반대 주문 전 확인',
    settingConfirmsReverseHint: '포지션을 반대로 전환하기 전에 한 번 확인합니다',
    settingConfirmsLines: '차트에서 옮길 때 확인',
    settingConfirmsLinesHint: '주문이나 익절·손절 선을 끌어 놓으면 한 번 확인합니다',
    settingTolerance: '시장가 허용 슬리피지',
    settingToleranceHint: '이보다 불리한 가격에서는 체결을 멈춥니다. 청산 주문에는 적용하지 않습니다.',
  },
  {
    settingConfirms: 'Confirm orders',
    settingConfirmsHint: 'Shows every figure before an order leaves',
    settingConfirmsClose: 'Confirm closes',
    settingConfirmsCloseHint: 'Shows the expected PnL before a position is closed',
    settingConfirmsReverse: 'Confirm reversals',
    settingConfirmsReverseHint: 'Asks once before a position is reversed',
    settingConfirmsLines: 'Confirm moves on the chart',
    settingConfirmsLinesHint: 'Asks once after an order, TP or SL line was dragged',
    settingTolerance: 'Slippage limit of market orders',
    settingToleranceHint: 'Filling stops at worse prices. It does not apply to closes.',
  },
)
