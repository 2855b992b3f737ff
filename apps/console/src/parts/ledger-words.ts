const reasonWords: Readonly<Record<string, string>> = {
  ROUND_WIN: '회차 실현',
  ROUND_LOSS: '회차 실격',
  FUTURES_PNL: '무기한 손익',
  FUTURES_FEE: '무기한 수수료',
  FUTURES_FUNDING: '펀딩비',
  FUTURES_LIQUIDATION_FEE: '청산 수수료',
  FUTURES_SURPLUS: '청산 잔여',
  FUTURES_INSURANCE: '무기한 보전',
  OVERSEA_PNL: '해외선물 손익',
  OVERSEA_FEE: '해외선물 수수료',
  OVERSEA_FINANCING: '해외선물 보유 비용',
  OVERSEA_INSURANCE: '해외선물 보전',
  DEPOSIT: '입금',
  WITHDRAWAL_REQUEST: '출금 신청',
  WITHDRAWAL: '출금',
  CONVERSION: '전환',
  TRANSFER: '이체',
  BONUS: '보너스',
  BONUS_RETURN: '보너스 회수',
  BONUS_CONVERSION: '보너스 전환',
  P2P_ESCROW: 'P2P 보관',
  P2P_RETURN: 'P2P 반환',
  P2P_BUY: 'P2P 구매',
  P2P_SELL: 'P2P 판매',
  REORG: '코인 입금 취소',
  DEMO_GRANT: '체험 포인트',
}

/** Why something was posted, in words; a reason without one as it is. */
export const reasonWord = (reason: string): string => reasonWords[reason] ?? reason
/** Reasons that a list can be cut to. */
export const reasons = Object.entries(reasonWords).map(([value, label]) => ({ value, label }))
