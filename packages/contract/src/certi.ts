import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Email, LoginUsername, Password, Phone } from './member.ts'
import { EpochMs } from './primitives.ts'
import { Proof, SecondFactor } from './security.ts'

const tag = '인증'

/** Names a request for a code; at money-out it is the Idempotency-Key of that request. */
const CodeKey = z
  .uuid()
  .transform((key) => key.toLowerCase())
  .meta({ description: 'Names the request for a code; at money-out the Idempotency-Key of that request' })
const SecretCode = z
  .string()
  .regex(/^\d{6}$/)
  .meta({ description: 'The code that was sent', example: '509312' })
const Asked = z.object({
  key: z.string(),
  expiresAt: EpochMs,
  resendAt: EpochMs.meta({ description: 'From when on another code can be asked for' }),
})
export type Asked = z.infer<typeof Asked>

/** Signed-in members leave the value out to use their own; another one needs the password. */
const askFields = { key: CodeKey.optional(), password: z.string().min(1).max(64).optional() }
const verifyBody = z.strictObject({
  key: CodeKey,
  secretCode: SecretCode,
  ignoreKey: z.unknown().meta({ description: 'Has no effect' }).optional(),
  certificateValue: z.string().max(200).meta({ description: 'Has no effect: the key knows it' }).optional(),
})

const asks = {
  method: 'POST',
  tag,
  auth: 'guest',
  rate: 'code',
  response: Asked,
  errors: ['INVALID_REQUEST', 'STEP_UP_REQUIRED', 'LOGIN_FAILED', 'ACCOUNT_LOCKED', 'TRY_AGAIN_LATER'],
} as const
const verifies = {
  method: 'POST',
  tag,
  auth: 'guest',
  body: verifyBody,
  response: z.object({ proof: Proof }),
  errors: ['OTP_MISMATCH', 'OTP_EXPIRED', 'OTP_TRIES', 'PHONE_DUPLICATE'],
} as const

const ofAccount = { username: LoginUsername, phone: Phone }

export const certiEndpoints = {
  certificatePhone: endpoint({
    ...asks,
    path: '/api/certi/certificate_phone',
    summary: '휴대폰로 인증번호 받기; 출금 인증은 key에 그 요청의 Idempotency-Key',
    body: z.strictObject({ certificateValue: Phone.optional(), ...askFields }),
  }),
  verifyPhone: endpoint({ ...verifies, path: '/api/certi/verify_phone', summary: '휴대폰 인증번호 확인' }),
  certificateEmail: endpoint({
    ...asks,
    path: '/api/certi/certificate_email',
    summary: '이메일로 인증번호 받기',
    body: z.strictObject({ certificateValue: Email.optional(), ...askFields }),
  }),
  verifyEmail: endpoint({ ...verifies, path: '/api/certi/verify_email', summary: '이메일 인증번호 확인' }),
  niceId: endpoint({
    method: 'GET',
    path: '/api/certi/nice_id',
    summary: '본인인증 시작: 인증 기관의 페이지',
    tag,
    auth: 'guest',
    rate: 'code',
    query: z.object({
      host: z
        .string()
        .max(200)
        .meta({ description: 'Where the browser comes back to: this host or one of the site' })
        .optional(),
    }),
    response: z.object({
      url: z.string(),
      key: z.string().meta({ description: 'Asks for the outcome, and signs up with it; keep it in the browser' }),
      expiresAt: EpochMs,
    }),
    errors: ['INVALID_REQUEST', 'TRY_AGAIN_LATER'],
  }),
  niceResult: endpoint({
    method: 'POST',
    path: '/api/certi/nice_result',
    summary: '본인인증 결과',
    tag,
    auth: 'guest',
    rate: 'lookup',
    body: z.strictObject({ key: CodeKey }),
    response: z.object({
      state: z.enum(['WAITING', 'VERIFIED', 'REFUSED']),
      name: z.string().nullable().meta({ description: 'Masked' }),
      code: z.string().nullable().meta({ description: 'Why it was refused: a code of the catalogue' }),
    }),
    errors: ['OTP_EXPIRED'],
  }),
  findId: endpoint({
    method: 'POST',
    path: '/api/player/find_id',
    summary: '아이디 찾기: 인증된 번호의 아이디',
    tag,
    auth: 'guest',
    rate: 'code',
    body: z.strictObject({ phone: Phone, proof: Proof }),
    response: z.object({
      username: z
        .string()
        .nullable()
        .meta({ description: 'Masked; null: no account has this number', example: 'ma*****26' }),
    }),
    errors: ['OTP_EXPIRED'],
  }),
  findPw: endpoint({
    method: 'POST',
    path: '/api/player/find_pw',
    summary: '비밀번호 찾기: 아이디와 번호가 맞으면 인증번호를 보내고, 그 번호로 새 비밀번호를 정합니다',
    tag,
    auth: 'guest',
    rate: 'code',
    body: z.union([
      z.strictObject(ofAccount),
      z.strictObject({
        ...ofAccount,
        key: CodeKey,
        secretCode: SecretCode,
        otp: SecondFactor.optional(),
        password: Password,
      }),
    ]),
    response: z.union([Asked, z.object({ ok: z.literal(true) })]),
    errors: ['OTP_MISMATCH', 'OTP_EXPIRED', 'OTP_TRIES', 'STEP_UP_REQUIRED', 'PASSWORD_TOO_WEAK'],
  }),
}
