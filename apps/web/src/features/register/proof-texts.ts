import { defineTexts } from '@maru/client/i18n/texts'

/** Words of the stages in which a new member proves who he is. */
export const proofTexts = defineTexts(
  'register-proofs',
  {
    identity: '먼저 본인인증을 해 주세요',
    phone: '휴대폰 인증',
    email: '이메일 인증',
    address: '이메일',
    check: '인증하기',
    proved: '{value} 인증됨',
  },
  {
    identity: 'First, who you are',
    phone: 'Verify your phone',
    email: 'Verify your e-mail',
    address: 'E-mail',
    check: 'Verify',
    proved: '{value} is verified',
  },
)
