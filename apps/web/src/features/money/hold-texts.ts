import { defineTexts } from '@maru/client/i18n/texts'

/** Words of a hold of all that would leave a wallet. */
export const holdTexts = defineTexts(
  'hold',
  {
    restsUntil: '{time}까지 출금할 수 없습니다',
    resting: '지금은 출금할 수 없습니다',
    left: '남은 시간',
    money: '내 돈',
    staysInWallet: '지갑에 그대로 있습니다',
    possible: '지금 할 수 있는 거래',
    possibleNow: '거래, 전환, 입금',
  },
  {
    restsUntil: 'No withdrawals until {time}',
    resting: 'You cannot withdraw now',
    left: 'Time left',
    money: 'Your money',
    staysInWallet: 'Stays in your wallet',
    possible: 'You still can',
    possibleNow: 'Trade, convert, deposit',
  },
)
