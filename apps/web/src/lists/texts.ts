import { defineTexts } from '@maru/client/i18n/texts'

/** Words of every list of what is over. */
export const listTexts = defineTexts(
  'lists',
  {
    loadFailed: '불러오지 못했습니다',
    retry: '다시 시도',
    signIn: '로그인',
    staleList: '{time} 기준 내역입니다. 새로 불러오지 못했습니다.',
    weekdays: '일월화수목금토',
    csv: 'CSV',
    csvLabel: '{list} CSV 파일로 저장',
    csvFailed: 'CSV를 만들지 못했습니다',
    period: '기간',
    days7: '1주일',
    days30: '1개월',
    days90: '3개월',
    allTime: '전체 기간',
  },
  {
    loadFailed: 'Could not be loaded',
    retry: 'Try again',
    signIn: 'Sign in',
    staleList: 'As of {time}. It could not be loaded again.',
    weekdays: 'SMTWTFS',
    csv: 'CSV',
    csvLabel: 'Save {list} as a CSV file',
    csvFailed: 'The CSV file could not be made',
    period: 'Period',
    days7: '1 week',
    days30: '1 month',
    days90: '3 months',
    allTime: 'All time',
  },
)
