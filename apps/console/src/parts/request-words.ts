import type { DnwRow, DnwStatus } from '@maru/contract'

export const statusWords: Readonly<Record<DnwStatus, string>> = {
  REQUESTED: '신청',
  REVIEW: '확인 중',
  APPROVED: '승인',
  COMPLETED: '완료',
  REJECTED: '반려',
  CANCELED: '취소',
}

const walletWords: Readonly<Record<string, string>> = { BINARY: '원화 지갑', FUTURES: '선물 지갑', BONUS: '보너스' }
export const walletWord = (type: string): string => walletWords[type] ?? `${type} 지갑`

export const typeWords: Readonly<Record<DnwRow['type'], string>> = {
  D: '입금',
  W: '출금',
  B: '보너스',
  PB: '보너스 지급',
  PM: '보너스 차감',
  WB: 'P2P 구매',
  WS: 'P2P 판매',
  TI: '이체 받음',
  TO: '이체 보냄',
  CI: '전환 받음',
  CO: '전환 보냄',
  E: '되돌림',
  C: '정산',
}
