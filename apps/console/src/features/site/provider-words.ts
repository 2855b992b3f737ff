/** What each provider does, and what it is called. */
export const providerWords: Readonly<Record<string, readonly [work: string, name: string]>> = {
  bank: ['은행 입출금', '은행'],
  coin: ['코인 입출금', '코인 지갑'],
  paykiwoom: ['코인 충전', '페이키움'],
  'dh-safety': ['코인 충전', '디에이치'],
  paycoin: ['코인 충전', '페이코인'],
  bitdex: ['코인 사고팔기', '빗덱스'],
  bitshop: ['코인 상점', '빗샵'],
  gluwa: ['QR 결제', '글루와'],
  onepay: ['은행 입금', '원페이'],
  codepay: ['은행 입금', '코드페이'],
  p2p: ['P2P 상인', 'P2P'],
  nice: ['본인인증', '나이스'],
  sms: ['문자', '문자 게이트'],
}
