import { defineTexts } from '@maru/client/i18n/texts'

export const halvingTexts = defineTexts(
  'halving',
  {
    halved: '중요 지표 발표 전후입니다',
    halvedUntil: '{until}까지 새 포지션의 최대 레버리지가 절반으로 낮아집니다. 청산에는 영향이 없습니다.',
  },
  {
    halved: 'A major release is near',
    halvedUntil: 'Until {until} new positions open at half the leverage. Closing is as always.',
  },
)
