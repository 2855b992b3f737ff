import { defineTexts } from '@maru/client/i18n/texts'

/** Words of the lists of instruments. */
export const pickerTexts = defineTexts(
  'picker',
  {
    search: '종목 검색',
    searchNone: '찾는 종목이 없습니다',
    searchNoneHint: '다른 이름으로 찾아 주세요.',
    favourite: '{name} 즐겨찾기',
  },
  {
    search: 'Search instruments',
    searchNone: 'No such instrument',
    searchNoneHint: 'Try another name.',
    favourite: 'Favourite {name}',
  },
)
