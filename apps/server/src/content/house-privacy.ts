import type { HouseText } from './house-texts.ts'

/** The privacy policy. */
export const privacy: Readonly<Record<'ko' | 'en', HouseText>> = {
  ko: {
    title: '개인정보 처리방침',
    sections: [
      {
        title: '1. 모으는 정보와 목적',
        body: [
          '{site}는 서비스를 제공하는 데 필요한 만큼만 개인정보를 모읍니다.',
          [
            '가입: 아이디, 비밀번호(복호화할 수 없는 형태), 이름, 닉네임, 휴대전화번호 — 회원을 확인하고 계정을 관리하는 데 씁니다.',
            '선택: 이메일, 주소, 계좌 정보, 추천코드, 가입 경로 — 적지 않아도 가입할 수 있습니다.',
            '이용 중: 접속 시각과 이용 시간, IP 주소, 기기와 브라우저 종류, 거래와 한도 기록 — 부정 이용을 막고 이용자를 보호하는 데 씁니다.',
          ],
        ],
      },
      {
        title: '2. 보관 기간',
        body: [
          [
            '회원 정보는 탈퇴할 때 지웁니다. 다만 부정 이용을 막기 위한 최소한의 기록은 1년 동안 따로 보관합니다.',
            '거래 기록과 회차 검증 자료는 5년 동안 보관합니다. 공개되는 검증 자료에는 회원을 알아볼 수 있는 정보가 없습니다.',
            '접속 기록은 통신비밀보호법에 따라 3개월 동안 보관합니다.',
          ],
        ],
      },
      {
        title: '3. 제3자 제공과 처리 위탁',
        body: [
          '회사는 회원의 동의가 있거나 법령에 따른 경우가 아니면 개인정보를 다른 곳에 주지 않습니다. 모의투자 서비스에서는 결제·본인인증 업체에 개인정보를 보내지 않습니다.',
        ],
      },
      {
        title: '4. 회원의 권리',
        body: [
          [
            '회원은 언제든지 자신의 정보를 보고 고치거나 지우도록 요구할 수 있으며, 처리 정지를 요구할 수 있습니다.',
            '혜택·이벤트 알림 동의는 언제든지 거둘 수 있습니다.',
            '만 19세 미만의 개인정보는 모으지 않으며, 알게 되면 바로 지웁니다.',
          ],
        ],
      },
      {
        title: '5. 안전하게 지키는 방법',
        body: [
          [
            '비밀번호는 일방향으로 암호화하고, 계좌번호와 전화번호는 암호화하여 보관합니다.',
            '정보를 볼 수 있는 직원을 정해 두고, 본 기록을 남깁니다.',
            '통신 구간을 암호화하고, 잦은 로그인 실패를 막습니다.',
          ],
        ],
      },
      {
        title: '6. 브라우저에 저장하는 정보',
        body: [
          '로그인 상태, 화면 테마, 상승·하락 색, 소리 설정을 브라우저 저장소에 보관하고, 마지막 메뉴를 기억하는 쿠키를 하루 동안, 부정 이용을 막기 위해 기기를 알아보는 임의 번호 쿠키를 400일 동안 둡니다. 광고나 추적을 위한 쿠키는 쓰지 않습니다.',
        ],
      },
      {
        title: '7. 문의와 구제',
        body: [
          '개인정보에 관한 문의는 관리자에게 보내 주세요. 개인정보침해신고센터(118)와 개인정보분쟁조정위원회(1833-6972)에서도 도움을 받을 수 있습니다.',
        ],
      },
    ],
  },
  en: {
    title: 'Privacy policy',
    sections: [
      {
        title: '1 What is collected, and why',
        body: [
          '{site} collects personal data only as far as the service needs it.',
          [
            'To sign up: username, password (in a form that cannot be read back), name, nickname, phone number: to know members and keep accounts.',
            'If you like: e-mail, address, bank account, referral code, how you found us.',
            'In use: times and how long you are here, IP addresses, devices, trades and limits: against abuse and for your protection.',
          ],
        ],
      },
      {
        title: '2 How long it is kept',
        body: [
          [
            'Member data until you leave; the least that prevents abuse for one more year.',
            'Trades and round evidence for 5 years; published evidence holds nothing that identifies a member.',
            'Access records for 3 months.',
          ],
        ],
      },
      {
        title: '3 Who else gets it',
        body: [
          'Nobody without your consent, unless the law asks for it. The demo sends nothing to payment or identity providers.',
        ],
      },
      {
        title: '4 Your rights',
        body: [
          'You may see, correct and delete your data, stop its use, and take back consent to news at any time. No data of people under 19 is collected.',
        ],
      },
      {
        title: '5 How it is protected',
        body: [
          'Passwords are hashed, account and phone numbers are encrypted, connections are encrypted, and staff access is limited and recorded.',
        ],
      },
      {
        title: '6 What is stored in your browser',
        body: [
          'Sign-in, theme, colours and sounds in local storage, the last menu in a cookie for one day, and a random number that knows this device again in a cookie for 400 days, against abuse. No advertising, no tracking.',
        ],
      },
      {
        title: '7 Questions',
        body: [
          'Please ask the administrator. The Korean privacy centre (118) and the mediation committee (1833-6972) help as well.',
        ],
      },
    ],
  },
}
