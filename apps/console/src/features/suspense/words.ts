import type { Suspense } from '@maru/contract'

export const causeWords: Readonly<Record<Suspense['cause'], string>> = {
  REFERENCE: '맞는 신청이 없습니다',
  LATE: '신청이 끝난 뒤에 왔습니다',
  AMOUNT: '금액이 신청과 다릅니다',
  PAYER: '보낸 이가 회원과 다릅니다',
  CURRENCY: '통화가 다릅니다',
  RETURNED: '보낸 돈이 돌아왔습니다',
  LIMIT: '입금 한도를 넘었습니다',
  OWNER: '주소의 주인을 확인하지 못했습니다',
}
export const stateWords: Readonly<Record<Suspense['state'], string>> = {
  OPEN: '처리할 것',
  ASSIGNED: '회원에게 연결됨',
  RETURNED: '돌려줌',
}
