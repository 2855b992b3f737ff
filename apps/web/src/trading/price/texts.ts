import { defineTexts } from '@maru/client/i18n/texts'

/** Words of single price cells, apart from those of the trade pages: lighter pages show such cells too. */
export const priceTexts = defineTexts(
  'price',
  { waitingFeed: '시세 대기 중', ageOfPrice: '{seconds}초 전 시세' },
  { waitingFeed: 'Waiting for prices', ageOfPrice: '{seconds} s old' },
)
