import { isApiError } from '@maru/client/api/error'
import { defineTexts, textOf } from '@maru/client/i18n/texts'
import { errorText } from '../api/error-text.ts'

/** What is wrong with a password, by the reason that the server gives. */
const weaknessTexts = defineTexts(
  'weak-password',
  {
    REPEATED: '같은 글자가 반복되는 비밀번호입니다. 여러 글자를 섞어 주세요.',
    RUN: '키보드나 알파벳 순서대로 이어지는 비밀번호입니다. 순서를 섞어 주세요.',
    COMMON: '널리 쓰여 쉽게 추측되는 비밀번호입니다. 서로 관계없는 단어를 이어 주세요.',
    BRAND: '서비스 이름이나 흔한 단어가 대부분인 비밀번호입니다. 다른 말을 더해 주세요.',
    OWN: '아이디나 닉네임이 대부분인 비밀번호입니다. 다른 말로 바꿔 주세요.',
    SAME: '현재와 다른 비밀번호를 입력해 주세요.',
  },
  {
    REPEATED: 'The password repeats the same characters. Please mix different ones.',
    RUN: 'The password follows the keyboard or the alphabet. Please mix the order.',
    COMMON: 'The password is common and easy to guess. Please join unrelated words.',
    BRAND: 'The password is mostly the name of this service or a common word. Please add other words.',
    OWN: 'The password is mostly your username or nickname. Please choose other words.',
    SAME: 'The new password must differ.',
  },
)

/** Why the server refused a password; null when it refused something else. */
export function weaknessText(error: unknown): string | null {
  if (!isApiError(error) || error.code !== 'PASSWORD_TOO_WEAK') return null
  const reason = String(error.params['reason'])
  return isKnown(reason) ? textOf(weaknessTexts, reason) : errorText(error)
}

const isKnown = (reason: string): reason is keyof typeof weaknessTexts.ko => Object.hasOwn(weaknessTexts.ko, reason)
