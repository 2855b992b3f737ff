import type { Approval, ApprovalKind } from '@maru/contract'
import { formatMoney } from '@maru/ui'

export const kindWords: Readonly<Record<ApprovalKind, string>> = {
  DNW: '입출금 승인',
  SUSPENSE_ASSIGN: '미확인 입금 연결',
  SUSPENSE_RETURN: '미확인 입금 반환',
  UNFREEZE: '출금 동결 해제',
  BONUS_GRANT: '보너스 지급(PB)',
  BONUS_DEDUCT: '보너스 차감(PM)',
  COUPON_CREATE: '쿠폰 만들기',
  P2P_RELEASE: 'P2P 회원에게 지급',
  P2P_RETURN: 'P2P 판매자에게 반환',
  STOP_OPEN: '긴급 정지 풀기',
  PAUSE_OPEN: '출금 다시 열기',
  ROUND_VOID: '회차 무효',
  CONFIGURE: '설정 변경',
  MEMBER_PAYOUT: '남은 돈 지급',
  HOUSE_MOVE: '하우스 자금 이동',
  GROUP_EXEMPT: '연결 단서 제외',
  GROUP_LINK: '회원 연결·분리',
  GROUP_UNDO: '연결 결정 되돌리기',
  STAFF_CREATE: '직원 만들기',
  STAFF_ROLE: '직원 역할 변경',
  STAFF_DISABLE: '직원 사용 중지',
  STAFF_TOTP_RESET: '직원 인증 앱 초기화',
  SITE_CHANGE: '사이트 변경',
}

const stateWords = {
  PENDING: '기다림',
  APPROVED: '승인됨',
  REFUSED: '거절됨',
  EXPIRED: '시간이 지남',
  FAILED: '실행되지 않음',
} as const
export const stateOf = ({ state }: Approval): string => stateWords[state]

/** What it is about, in one line. */
export function summaryOf({ request, subjectId, detail }: Approval): string {
  if (request) return `${request.username} ${request.name} · ${formatMoney(request.point, request.currency)}`
  const said = Object.entries(detail).map(([name, value]) => `${name} ${value}`)
  return [`번호 ${subjectId}`, ...said].join(' · ')
}
