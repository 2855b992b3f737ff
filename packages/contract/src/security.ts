import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EpochMs } from './primitives.ts'

const tag = '보안'
const Done = z.object({ ok: z.literal(true) })

/** A code of an authenticator app. */
export const Otp = z
  .string()
  .regex(/^\d{6}$/)
  .meta({ description: 'Code of an authenticator app' })
/** A recovery code: ten letters and digits without those that look alike; the dash and the case do not matter. */
const RecoveryCode = z
  .string()
  .transform((text) => text.toUpperCase().replace(/-/g, ''))
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{10}$/))
  .meta({ description: 'Recovery code; used once', example: '7K2QX-V4T5N' })
/** What proves the possession of the enrolled app: its code, or a recovery code. */
export const SecondFactor = z.union([Otp, RecoveryCode])

/** What proves that a number or an address is the caller's. */
export const Proof = z
  .string()
  .regex(/^[\w-]{43}$/)
  .meta({ description: 'Proof of a verified number, address or identity; good for 10 minutes, once' })

/** Something of the member that was verified: masked, and null where he gave none. */
const Verified = z.object({ value: z.string().nullable(), verifiedAt: EpochMs.nullable() })

const Security = z.object({
  passwordChangedAt: EpochMs.nullable().meta({ description: 'null: since sign-up' }),
  totp: z.object({ isOn: z.boolean(), changedAt: EpochMs.nullable(), recoveryLeft: z.int() }),
  phone: Verified,
  email: Verified,
  identity: Verified.meta({ description: 'The verified name, masked' }),
})
export type Security = z.infer<typeof Security>
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).length(10) })

export const securityEndpoints = {
  securityMy: endpoint({
    method: 'GET',
    path: '/api/user/security',
    summary: '보안 상태',
    tag,
    auth: 'member',
    response: Security,
    errors: [],
  }),
  totpStart: endpoint({
    method: 'POST',
    path: '/api/user/totp/start',
    summary: '인증 앱 등록 시작: 로그인한 지 10분이 지났으면 비밀번호가 필요합니다',
    tag,
    auth: 'member',
    rate: 'setting',
    body: z.strictObject({ password: z.string().min(1).max(64).optional() }),
    response: z.object({
      secret: z.string().meta({ description: 'Base32' }),
      uri: z.string().meta({ description: 'otpauth:// address for the app or a QR code' }),
      expiresAt: EpochMs,
    }),
    errors: ['STEP_UP_REQUIRED', 'LOGIN_FAILED', 'ACCOUNT_LOCKED', 'INVALID_REQUEST'],
  }),
  totpConfirm: endpoint({
    method: 'POST',
    path: '/api/user/totp/confirm',
    summary: '인증 앱 등록 확인: 복구 코드를 한 번 보여 줍니다',
    tag,
    auth: 'member',
    body: z.strictObject({ otp: Otp, endOtherSessions: z.boolean().optional() }),
    response: RecoveryCodes,
    errors: ['OTP_MISMATCH', 'OTP_EXPIRED', 'OTP_TRIES'],
  }),
  totpRecovery: endpoint({
    method: 'POST',
    path: '/api/user/totp/recovery',
    summary: '복구 코드 다시 만들기: 앞의 코드는 쓸 수 없게 됩니다',
    tag,
    auth: 'member',
    body: z.strictObject({ otp: SecondFactor }),
    response: RecoveryCodes,
    errors: ['OTP_MISMATCH', 'INVALID_REQUEST'],
  }),
  totpDisable: endpoint({
    method: 'POST',
    path: '/api/user/totp/disable',
    summary: '인증 앱 해제',
    tag,
    auth: 'member',
    body: z.strictObject({ otp: SecondFactor, endOtherSessions: z.boolean().optional() }),
    response: Done,
    errors: ['OTP_MISMATCH', 'INVALID_REQUEST', 'PERMISSION_DENIED'],
  }),
}
