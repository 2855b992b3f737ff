import type { SignupCheck } from '@maru/contract'
import type { BodyOf } from '@maru/contract/client'
import type { RegisterText } from './texts.ts'

/** Everything that the sign-up form holds. */
export interface RegisterForm {
  username: string
  password: string
  passwordAgain: string
  nick: string
  name: string
  phone: string
  email: string
  partnerId: string
  bankCode: string
  accountNumber: string
  holder: string
  address: string
  inflow: string
  lossLimit: number | null
  adult: boolean
  terms: boolean
  privacy: boolean
  marketing: boolean
}
export type FieldName = keyof RegisterForm

/** The form's three steps, and the fields that each of them asks for. */
export const steps = [
  ['username', 'password', 'passwordAgain'],
  ['nick', 'name', 'phone', 'partnerId', 'email', 'bankCode', 'accountNumber', 'holder', 'address', 'inflow'],
  ['adult', 'terms', 'privacy', 'marketing', 'lossLimit'],
] as const satisfies readonly (readonly FieldName[])[]

/** The step in which a field stands, from 0. */
export const stepOf = (field: FieldName): number =>
  steps.findIndex((fields) => (fields as readonly FieldName[]).includes(field))

/** What the page shows at a time: one of the form's steps, or a proof that the site asks for. */
export type Stage = 'identity' | (typeof formStages)[number] | 'codes'
const formStages = ['account', 'person', 'agreements'] as const

/** Every stage of a sign-up in its order. */
export const stagesOf = (checks: readonly SignupCheck[]): readonly Stage[] => [
  ...(checks.includes('IDENTITY') ? (['identity'] as const) : []),
  ...formStages,
  ...(checks.includes('PHONE') || checks.includes('EMAIL') ? (['codes'] as const) : []),
]

/** The stage in which a field stands. */
export const stageOf = (field: FieldName): Stage => formStages[stepOf(field)] ?? 'account'
export type FieldErrors = Partial<Record<FieldName, RegisterText>>

export const emptyForm = (partnerId: string): RegisterForm => ({
  username: '',
  password: '',
  passwordAgain: '',
  nick: '',
  name: '',
  phone: '',
  email: '',
  partnerId,
  bankCode: '',
  accountNumber: '',
  holder: '',
  address: '',
  inflow: '',
  lossLimit: null,
  adult: false,
  terms: false,
  privacy: false,
  marketing: false,
})

/** What is wrong with each field, as the reader is told; an empty object: it can be sent. */
export function errorsOf(form: RegisterForm): FieldErrors {
  const hasBank = form.bankCode !== '' || form.accountNumber !== '' || form.holder !== ''
  const found: { [F in FieldName]?: RegisterText | null } = {
    username: usernameError(form.username),
    password: passwordError(form.password, form.username),
    passwordAgain: form.passwordAgain === form.password ? null : 'passwordDiffers',
    nick: nickError(form.nick, form.username),
    name: form.name === '' ? 'requiredName' : isPersonName(form.name) ? null : 'badName',
    phone: form.phone === '' ? 'requiredPhone' : /^0\d{1,2}-\d{3,4}-\d{4}$/.test(form.phone) ? null : 'badPhone',
    email: form.email === '' || /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/.test(form.email) ? null : 'badEmail',
    partnerId: form.partnerId === '' || /^[A-Za-z0-9]{4,20}$/.test(form.partnerId) ? null : 'badPartner',
    bankCode: hasBank && form.bankCode === '' ? 'requiredBank' : null,
    accountNumber: hasBank && !/^[\d-]{6,24}$/.test(form.accountNumber) ? 'badAccount' : null,
    holder: hasBank && !isPersonName(form.holder) ? 'badHolder' : null,
    adult: form.adult && form.terms && form.privacy ? null : 'requiredAgreement',
  }
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error != null))
}

/** Letters, in words of one space, hyphen or apostrophe between them: 홍길동, Mary-Ann O'Neill. */
const isPersonName = (name: string): boolean =>
  name.length >= 2 && name.length <= 40 && /^\p{L}+(?:[ '’-]\p{L}+)*$/u.test(name)

function usernameError(username: string): RegisterText | null {
  if (username === '') return 'requiredUsername'
  return /^[a-z0-9_-]{4,20}$/.test(username) ? null : 'badUsername'
}

function passwordError(password: string, username: string): RegisterText | null {
  if (password === '') return 'requiredPassword'
  if (password.length < 10) return 'shortPassword'
  return username.length >= 4 && password.toLowerCase().includes(username) ? 'passwordHasName' : null
}

function nickError(nick: string, username: string): RegisterText | null {
  if (nick === '') return 'requiredNick'
  if (!/^[\p{L}\p{N}]{2,12}$/u.test(nick)) return 'badNick'
  return nick === username ? 'nickIsUsername' : null
}

/** Which field a refusal of the server belongs to. */
export const fieldOfRefusal: Partial<Record<string, FieldName>> = {
  USERNAME_DUPLICATE: 'username',
  NICKNAME_DUPLICATE: 'nick',
  PHONE_DUPLICATE: 'phone',
  USERNAME_NICKNAME_SAME: 'nick',
  PASSWORD_TOO_WEAK: 'password',
  PARTNER_NOT_FOUND: 'partnerId',
}

/** The payload of the sign-up call: fields that were left empty are left out. */
export function payloadOf(form: RegisterForm, siteInfoId: number): BodyOf<'POST /api/player'> {
  return {
    username: form.username,
    password: form.password,
    name: form.name.trim(),
    phone: form.phone,
    nick: form.nick,
    siteInfoId,
    etcJson: { marketing: form.marketing, ...(form.inflow && { inflow: form.inflow }) },
    ...(form.email && { email: form.email }),
    ...(form.partnerId && { partnerId: form.partnerId }),
    ...(form.address && { address: form.address }),
    ...(form.bankCode && {
      bankInfo: { bankCode: form.bankCode, accountNumber: form.accountNumber, holder: form.holder },
    }),
  }
}
