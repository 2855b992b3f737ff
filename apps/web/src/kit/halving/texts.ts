import { defineTexts } from '@maru/client/i18n/texts'

export const halvingTexts = defineTexts(
  'halving',
  {
    halved: '중요 지표 발표 전후입니다',
    halvedUntil: '{until}까지 새 포지션은 절반의 레버리지로만 열립니다. 청산은 그대로입니다.',
  },
  {
    halved: 'A major release is near',
    halvedUntil: 'Until {until} new positions open at half the leverage. Closing is as always.',
  },
)
