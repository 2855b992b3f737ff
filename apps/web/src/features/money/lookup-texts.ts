import { defineTexts } from '@maru/client/i18n/texts'

/** Words of the lookup of deposits and withdrawals. */
export const lookupTexts = defineTexts(
  'money-lookup',
  {
    title: '입출금 조회',
    query: '금액, 신청 번호, 계좌, 지갑으로 찾기',
    clear: '지우기',
    into: '들어온 금액',
    out: '나간 금액',
    net: '차이(원)',
    results: '결과 {count}',
    nothing: '찾는 내역이 없습니다.',
    nothingHint: '검색어나 기간을 바꿔 보세요.',
  },
  {
    title: 'Deposits and withdrawals',
    query: 'Find by amount, request, account or wallet',
    clear: 'Clear',
    into: 'Came in',
    out: 'Went out',
    net: 'Net (KRW)',
    results: '{count} found',
    nothing: 'Nothing matches.',
    nothingHint: 'Please try other words or another period.',
  },
)
