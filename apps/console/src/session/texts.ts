import { defineTexts } from '@maru/client/i18n/texts'
import { readerOf } from './language.ts'

export const t = readerOf(
  defineTexts(
    'console-session',
    {
      notStaff: '직원이 아니거나 인증 앱이 없습니다. 파트너는 회원 화면의 보안에서 인증 앱을 먼저 등록해 주세요.',
    },
    {
      notStaff:
        'You are not staff, or have no authenticator app. Partners first register an authenticator app under Security in the members’ app.',
    },
  ),
)
