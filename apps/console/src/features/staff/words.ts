import type { CapAct } from '@maru/contract'

/** What a cap is about. */
export const actWords: Readonly<Record<CapAct, string>> = {
  WITHDRAW: '출금 승인',
  GRANT: '보너스 지급',
  DEDUCT: '보너스 차감',
  PAYOUT: '남은 돈 지급',
  HOUSE: '하우스 이동',
}
