import { defineTexts } from '../../i18n/texts.ts'

/** Words of codes by message. */
export const phoneCodeTexts = defineTexts(
  'phone-code',
  {
    sends: '{phone} 번호로 인증번호를 보냅니다.',
    sent: '{phone} 번호로 인증번호를 보냈습니다.',
    sending: '보내고 있습니다',
    send: '인증번호 받기',
    code: '문자로 받은 숫자 6자리',
    left: '남은 시간',
    expired: '시간이 지나 쓸 수 없는 번호입니다. 새 인증번호를 받아 주세요.',
    resend: '다시 보내기',
    resendIn: '{time} 뒤에 다시 보내기',
    digitsLeft: '숫자 {count}자리를 더 입력해 주세요',
    working: '처리하고 있습니다',
    demo: '문자는 실제로 가지 않습니다. 샌드박스 페이지의 메시지에서 인증번호를 볼 수 있습니다.',
    verifyWhy: '출금하려면 먼저 휴대전화를 인증하거나 인증 앱을 등록해 주세요.',
    verify: '번호 인증',
    enrolInstead: '인증 앱 등록',
    noPhone:
      '인증할 휴대전화 번호가 없습니다. 인증 앱을 등록하면 출금할 수 있습니다. 등록한 뒤 한동안은 출금이 보류됩니다.',
  },
  {
    sends: 'A code goes to {phone}.',
    sent: 'A code was sent to {phone}.',
    sending: 'Sending',
    send: 'Send the code',
    code: 'The 6 digits of the message',
    left: 'Time left',
    expired: 'The time of this code is over. Please ask for a new one.',
    resend: 'Send again',
    resendIn: 'Send again in {time}',
    digitsLeft: '{count} more digits',
    working: 'Working',
    demo: 'No real message is sent. The code stands among the messages of the sandbox page.',
    verifyWhy: 'To withdraw, first verify your phone or enrol an authenticator app.',
    verify: 'Verify',
    enrolInstead: 'Enrol an app',
    noPhone:
      'There is no phone number to verify. With an authenticator app you can withdraw. After its enrolment withdrawals are held for a while.',
  },
)
