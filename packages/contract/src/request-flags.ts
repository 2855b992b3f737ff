import type { BothLanguages } from './language.ts'

/** Why two persons look at a request, in words for the desk. */
const words: Readonly<Record<string, BothLanguages>> = {
  NO_TRADING: { ko: '마지막 입금 뒤 거래가 없습니다', en: 'No trading since the last deposit' },
  SHARED_DEVICE: {
    ko: '다른 회원과 같은 기기에서 로그인했습니다',
    en: 'Signed in on the same device as another member',
  },
  SHARED_ACCOUNT: {
    ko: '다른 회원이 같은 계좌나 주소를 등록했습니다',
    en: 'Another member registered the same account or address',
  },
  SHARED_IP: {
    ko: '다른 회원과 같은 접속 주소(IP)를 최근에 썼습니다',
    en: 'Used the same IP address as another member recently',
  },
  NEW_ADDRESS: { ko: '처음 보내는 주소입니다', en: 'First time to this address' },
  VELOCITY: { ko: '오늘 출금 신청이 평소보다 많습니다', en: 'More withdrawal requests today than usual' },
  IN_SUSPENSE: {
    ko: '입금액이 미확인 입금에 있습니다. 승인하면 그 금액으로 입금 처리합니다',
    en: 'Its money is in suspense: an approval credits that',
  },
  ARRIVED: { ko: '입금되어 두 번째 확인을 기다립니다', en: 'The money came in and waits for a second check' },
}

/** The words of flags as a request holds them; what follows a code is shown behind it. */
export const flagWords = (flags: readonly string[]): BothLanguages[] =>
  flags.map((flag) => {
    const [code = '', ...rest] = flag.split(' ')
    const detail = rest.length === 0 ? '' : ` (${rest.join(' ')})`
    return { ko: `${words[code]?.ko ?? code}${detail}`, en: `${words[code]?.en ?? code}${detail}` }
  })
