import type { Language } from '@maru/contract/language'
import type { Site } from '../sites/index.ts'
import type { Channel, Purpose } from './verification-store.ts'

const what: Readonly<Record<Purpose, Readonly<Record<Language, string>>>> = {
  VERIFY: { ko: '본인인증', en: 'verification' },
  CHANGE: { ko: '연락처 변경', en: 'contact change' },
  MONEY_OUT: { ko: '출금·이체', en: 'withdrawal or transfer' },
  FIND_PW: { ko: '비밀번호 재설정', en: 'password reset' },
}

interface Code {
  readonly name: string
  readonly use: string
  readonly code: string
  readonly minutes: number
}
const codes = {
  ko: {
    subject: ({ name, use }: Code) => `[${name}] ${use} 인증번호`,
    text: ({ name, use, code, minutes }: Code) =>
      `[${name}] ${use} 인증번호는 ${code}입니다. ${minutes}분 안에 입력해 주세요. 직원을 포함해 누구에게도 알려 주지 마세요.`,
  },
  en: {
    subject: ({ name, use }: Code) => `[${name}] ${use} code`,
    text: ({ name, use, code, minutes }: Code) =>
      `[${name}] Your ${use} code is ${code}. It expires in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}. Never tell it to anyone, not even to our staff.`,
  },
} as const

/** A message with a code: what it is for, how long it counts, and that nobody may be told. */
export function codeText(
  { name }: Pick<Site, 'name'>,
  language: Language,
  { channel, purpose, code, minutes }: { channel: Channel; purpose: Purpose; code: string; minutes: number },
): { readonly subject: string; readonly text: string } {
  const said = { name, use: what[purpose][language], code, minutes }
  const { subject, text } = codes[language]
  return { subject: channel === 'email' ? subject(said) : '', text: text(said) }
}

const changes = {
  ko: {
    names: { phone: '휴대폰 번호가', email: '이메일 주소가', password: '비밀번호가' },
    subject: '회원 정보가 변경되었습니다',
    text: (name: string) =>
      `회원님의 ${name} 변경되었습니다. 24시간 동안 출금이 제한됩니다. 본인이 아니라면 바로 고객센터에 알려 주세요.`,
  },
  en: {
    names: { phone: 'phone number', email: 'e-mail address', password: 'password' },
    subject: 'Your account was changed',
    text: (name: string) =>
      `The ${name} of your account was changed. Withdrawals are held for 24 hours. If this was not you, contact us at once.`,
  },
} as const

/** Told to whoever had the number or address before, and after a change of the password. */
export function changeText(
  site: Pick<Site, 'name'>,
  language: Language,
  changed: 'phone' | 'email' | 'password',
): { readonly subject: string; readonly text: string } {
  const { names, subject, text } = changes[language]
  return { subject: `[${site.name}] ${subject}`, text: `[${site.name}] ${text(names[changed])}` }
}
