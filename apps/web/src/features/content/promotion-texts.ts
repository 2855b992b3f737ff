import { defineTexts } from '@maru/client/i18n/texts'

export const promotionTexts = defineTexts(
  'promotion',
  {
    none: '지금 열린 프로모션이 없습니다.',
    noneHint: '새 프로모션이 열리면 여기에 표시됩니다.',
    gone: '볼 수 없는 프로모션입니다.',
    goneHint: '기간이 끝났거나 게시가 중단된 글입니다.',
    toList: '프로모션 목록',
    period: '기간',
    conditions: '조건',
    risk: '수익을 보장하지 않습니다. 거래에는 손실 위험이 있습니다.',
    go: '바로 가기',
  },
  {
    none: 'There are no promotions now.',
    noneHint: 'New promotions will appear here.',
    gone: 'This promotion is not available.',
    goneHint: 'Its period is over, or it was withdrawn.',
    toList: 'All promotions',
    period: 'Period',
    conditions: 'Conditions',
    risk: 'No profit is promised. Trading can lose money.',
    go: 'Go there',
  },
)
