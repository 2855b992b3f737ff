/** Why two persons look at a request, in words for the desk. */
const words: Readonly<Record<string, string>> = {
  NO_TRADING: '마지막 입금 뒤 거래가 없습니다',
  SHARED_DEVICE: '다른 회원과 같은 기기에서 로그인했습니다',
  SHARED_ACCOUNT: '다른 회원이 같은 계좌나 주소를 등록했습니다',
  SHARED_IP: '다른 회원과 같은 접속 주소(IP)를 최근에 썼습니다',
  NEW_ADDRESS: '처음 보내는 주소입니다',
  VELOCITY: '오늘 출금 신청이 평소보다 많습니다',
  ARRIVED: '돈이 들어왔고 두 번째 확인을 기다립니다',
}

/** The words of flags as a request holds them; what follows a code is shown behind it. */
export const flagWords = (flags: readonly string[]): string[] =>
  flags.map((flag) => {
    const [code = '', ...rest] = flag.split(' ')
    const detail = rest.length === 0 ? '' : ` (${rest.join(' ')})`
    return `${words[code] ?? code}${detail}`
  })
