import { defineTexts } from '@maru/client/i18n/texts'

/** Words of the step that shows that it is the member himself. */
export const stepUpTexts = defineTexts(
  'step-up',
  {
    failed: '불러오지 못했습니다.',
    codeWhy: '계좌와 주소를 바꾸려면 인증 앱의 숫자가 필요합니다.',
    passwordWhy: '로그인한 지 오래되어 비밀번호를 한 번 더 확인합니다.',
    password: '현재 비밀번호',
    show: '비밀번호 보기',
    hide: '비밀번호 숨기기',
  },
  {
    failed: 'This could not be loaded.',
    codeWhy: 'The code of your app is needed for accounts and addresses.',
    passwordWhy: 'You signed in a while ago: please enter your password again.',
    password: 'Current password',
    show: 'Show password',
    hide: 'Hide password',
  },
)
