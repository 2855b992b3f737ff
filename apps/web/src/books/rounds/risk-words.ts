/** What stands below the rounds, and in the page before any script has come (build/first-load.ts). */
export const riskWords = {
  ko: {
    risk: '짧은 시간의 가격은 우연에 크게 좌우됩니다. 투자가 아닙니다.',
    riskLink: '위험고지 보기',
    chartCredit: '차트: TradingView Lightweight Charts',
  },
  en: {
    risk: 'Prices over a short time are largely chance. This is not investment.',
    riskLink: 'Risk warning',
    chartCredit: 'Chart: TradingView Lightweight Charts',
  },
} as const
