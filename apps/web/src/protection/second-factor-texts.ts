import { defineTexts } from '@maru/client/i18n/texts'

export const secondFactorTexts = defineTexts(
  'second-factor',
  {
    useRecovery: '복구 코드로 인증',
    useApp: '인증 앱으로 인증',
    recoveryCode: '복구 코드',
    recoveryHint: '저장해 둔 코드 10자리',
    code: '앱에 보이는 숫자 6자리',
    digitsLeft: '숫자 {count}자리를 더 입력해 주세요',
    working: '처리하고 있습니다',
  },
  {
    useRecovery: 'Use a recovery code',
    useApp: 'Use the app',
    recoveryCode: 'Recovery code',
    recoveryHint: 'One of the saved codes, 10 characters',
    code: 'The 6 digits in the app',
    digitsLeft: '{count} more {count:digit|digits}',
    working: 'Working',
  },
)
