import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Currency, MemberStatus, StaffRole, StakeCurrency, WalletType } from './enums.ts'
import { MoneyHold } from './money-hold.ts'
import { Decimal, EpochMs, Id, IdInput, IdParam } from './primitives.ts'
import { Proof, SecondFactor } from './security.ts'

const tag = '회원'

/** § username charset: lowercase letters, digits, underscore, dash; 4 to 20 (staff 2 to 20). */
export const Username = z
  .string()
  .regex(/^[a-z0-9_-]{4,20}$/)
  .meta({ description: 'Lowercase letters, digits, underscore, dash; 4 to 20', example: 'maru_2026' })
export const LoginUsername = z.string().regex(/^[a-z0-9_-]{2,20}$/)
/** Printable ASCII, 10 to 64. */
export const Password = z
  .string()
  .regex(/^[\x20-\x7e]{10,64}$/)
  .meta({ description: 'Printable ASCII, 10 to 64; common and breached ones are refused', format: 'password' })
/** 2 to 12 characters; no white space, special, control or invisible characters; stored in compatibility form. */
export const Nick = z
  .string()
  .max(40)
  .transform((text) => text.normalize('NFKC'))
  .pipe(z.string().regex(/^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]){2,12}$/u))
  .meta({ description: 'Letters and digits, 2 to 12', example: '마루회원' })
/** Letters, in words of one space, hyphen or apostrophe between them: 홍길동, Mary-Ann O'Neill. */
export const PersonName = z
  .string()
  .min(2)
  .max(40)
  .regex(/^\p{L}+(?:[ '’-]\p{L}+)*$/u)
/** With or without dashes; read with them: 02-###-####, 02-####-####, ###-###-#### or ###-####-####. */
export const Phone = z
  .string()
  .transform((text) => text.replace(/^(02|0[013-9]\d)(\d{3,4})(\d{4})$/, '$1-$2-$3'))
  .pipe(z.string().regex(/^0\d{1,2}-\d{3,4}-\d{4}$/))
  .meta({ description: 'With or without dashes', example: '010-1234-5678' })
export const Email = z.email().max(100)

export const Wallet = z.object({
  type: WalletType,
  currency: Currency,
  point: Decimal,
  gameWaitPoint: Decimal.meta({ description: 'At stake in rounds that are not decided' }),
})
export type Wallet = z.infer<typeof Wallet>
/** A wallet as its owner asks for it. */
export const MyWallet = Wallet.extend({
  withdrawable: Decimal.meta({
    description:
      'What may leave now: available money without deposit holds; 0 while the price of an open position that it backs is stale, and while a hold of all money stands',
  }),
  /** Debited for withdrawals and sales that are not finished: it left the balance, and comes back if they end unpaid. Absent right after signing in. */
  pendingOut: Decimal.optional(),
  /** Why the rest, or all, cannot leave yet; none where withdrawable is all there is. */
  held: z.array(MoneyHold).optional(),
})
export type MyWallet = z.infer<typeof MyWallet>
export const Me = z.object({
  id: Id,
  username: z.string(),
  name: z.string(),
  nick: z.string(),
  phone: z.string().meta({ description: 'Masked', example: '010-****-5678' }),
  email: z.string(),
  money: Decimal.meta({ description: 'KRW that can be staked or withdrawn' }),
  status: MemberStatus,
  etcJson: z.object({
    blockDevice: z.string().optional(),
    marketing: z.boolean().optional(),
    inflow: z.string().optional(),
  }),
  wallet: z.partialRecord(WalletType, Wallet),
  createdAt: EpochMs,
})
export type Me = z.infer<typeof Me>
export const LoginReply = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresIn: z.int().meta({ description: 'Seconds that the access token lives' }),
  user: Me,
  staff: z
    .object({ role: StaffRole, siteIds: z.array(Id) })
    .optional()
    .meta({ description: 'Of members of staff only: siteInfoId chooses among their sites' }),
  mustEnrol: z
    .literal(true)
    .optional()
    .meta({ description: 'Of staff without an authenticator app: the session enrols one, and does nothing else' }),
})
export type LoginReply = z.infer<typeof LoginReply>
export const Session = z.object({
  id: Id,
  device: z.string(),
  ip: z.string(),
  createdAt: EpochMs,
  lastSeenAt: EpochMs,
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>
const Done = z.object({ ok: z.literal(true) })

/** Entries of a site's footer: 회차 is trade, 선물 futures, 해외선물 order. */
export const FooterEntry = z.enum(['home', 'trade', 'futures', 'order', 'wallet', 'search', 'support', 'more'])
export type FooterEntry = z.infer<typeof FooterEntry>

/** What a site can have proved at sign-up. */
export const SignupCheck = z.enum(['IDENTITY', 'PHONE', 'EMAIL'])
export type SignupCheck = z.infer<typeof SignupCheck>

/** When a site is closed to its members. */
export const SiteMaintenance = z.object({
  from: EpochMs,
  until: EpochMs,
  note: z.string(),
  isOn: z.boolean().meta({ description: 'By the clock of the server, when it was told' }),
})
export type SiteMaintenance = z.infer<typeof SiteMaintenance>

/** What members are promised of support and alerts. */
export const SiteSupport = z.object({
  chatWaitMs: z.int().meta({ description: 'A chat that nobody comes to becomes an inquiry after it' }),
  chatFromMinute: z.int().meta({ description: 'Minute of the day in Korea from which chats open' }),
  chatToMinute: z.int().meta({ description: 'Minute up to which they open; over midnight where it is earlier' }),
  chatDays: z.int().meta({ description: 'Transcripts are kept' }),
  inquiryAnswerMs: z.int(),
  messageDays: z.int().meta({ description: 'Messages are kept' }),
  alertRestMs: z.int().meta({ description: 'A repeated price alert rests' }),
  alertBackPpm: z.int().meta({ description: 'and waits for the price to go back by, in parts per million' }),
})
export type SiteSupport = z.infer<typeof SiteSupport>

export const SiteInfo = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  logoUrl: z.string().nullable(),
  accent: z.string().nullable(),
  language: z.enum(['ko', 'en']),
  guestLanguage: z.enum(['ko', 'en']),
  moneyMode: z.enum(['DEMO', 'LICENSED']),
  binaryCurrency: z.literal('KRW'),
  usedCoins: z.string(),
  depositCoins: z.string(),
  buyCoins: z.string(),
  coinInfoJson: z.string(),
  /** Six flags: 0 overseas, 1 unused, 2 P2P, 3 futures, 4 powerball, 5 binary; '1' = on. */
  type: z
    .string()
    .regex(/^[01]{6}$/)
    .meta({ description: 'Six flags, 1 = on: overseas, unused, P2P, futures, powerball, binary', example: '000001' }),
  stockPrefix: z.string(),
  overseaPrefix: z.string(),
  liveChat: z.boolean(),
  signupChecks: z
    .array(SignupCheck)
    .meta({ description: 'What sign-up asks a proof of: identityKey, phoneProof, emailProof' }),
  /** The same on all pages of the site; what the site has not switched on is left out. */
  footer: z
    .array(FooterEntry)
    .nullable()
    .meta({ description: 'Entries of the footer in order; null: trade, futures, order, wallet, more' }),
  /** After so much use a signed-in member is told time and result. */
  realityCheckMs: z.int(),
  /** A limit that was raised counts after it, once the member confirms it again. */
  limitRiseWaitMs: z.int(),
  /** The shortest self-exclusion. */
  exclusionMinMonths: z.int(),
  support: SiteSupport,
  maintenance: SiteMaintenance.nullable().meta({ description: 'null: none is planned' }),
})
export type SiteInfo = z.infer<typeof SiteInfo>

/** Text that holds JSON; its reader refuses other text. */
export const jsonText = z
  .string()
  .max(2_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom' })
      return z.NEVER
    }
  })
/** Keys that sign-up does not accept are dropped, blockDevice too: only staff set it. */
const SignupExtras = z.object({ marketing: z.boolean().optional(), inflow: z.string().max(40).optional() })
export const BankAccount = z.strictObject({
  bankCode: z.string().regex(/^\d{3}$/),
  accountNumber: z.string().regex(/^[\d-]{6,24}$/),
  holder: PersonName,
})

export const SignupBody = z.strictObject({
  username: Username,
  password: Password,
  name: PersonName,
  phone: Phone,
  email: Email.optional(),
  partnerId: z
    .string()
    .regex(/^[A-Za-z0-9]{4,20}$/)
    .optional(),
  nick: Nick,
  etcJson: z.union([SignupExtras, jsonText.pipe(SignupExtras)]).optional(),
  bankInfo: z.union([BankAccount, jsonText.pipe(BankAccount), z.string().max(200)]).optional(),
  address: z.string().max(200).optional(),
  phoneProof: Proof.optional(),
  emailProof: Proof.optional(),
  identityKey: z.uuid().meta({ description: 'key of certi/nice_id, once verified' }).optional(),
  siteInfoId: IdInput.optional(),
})

export const LimitKind = z.enum(['LOSS', 'STAKE', 'TIME', 'DEPOSIT'])
export const LimitWindow = z.enum(['24h', '7d', '30d'])
export const Limit = z.object({
  kind: LimitKind,
  window: LimitWindow,
  /** null for TIME, whose amounts are whole minutes. */
  currency: StakeCurrency.nullable(),
  amount: Decimal.nullable(),
  pendingAmount: Decimal.nullable(),
  pendingFrom: EpochMs.nullable(),
  /** What counts against the limit: the results of the window and what is held back now; below 0 after wins. For TIME: the minutes of use in the window. For DEPOSIT: what was credited in the window, and open requests. */
  used: Decimal,
})
/** What staff allow one member at most: of one round, of margin that orders and positions hold back, of deposits in 24 hours, of withdrawals a day. */
export const CeilingKind = z.enum(['STAKE', 'ORDER', 'DEPOSIT', 'WITHDRAWAL'])
export const Ceiling = z.object({ kind: CeilingKind, currency: StakeCurrency, amount: Decimal, setAt: EpochMs })
export type Ceiling = z.infer<typeof Ceiling>
export const Limits = z.object({
  limits: z.array(Limit),
  ceilings: z.array(Ceiling).meta({ description: 'Set by staff, below what the site allows everybody' }),
  coolOffUntil: EpochMs.nullable(),
  selfExcludedUntil: EpochMs.nullable(),
})
export type Limits = z.infer<typeof Limits>
/** Members with results in the last 12 months; no percentage of fewer than 20. */
export const LossShare = z.object({ accounts: z.int(), losing: z.int(), percent: z.int().nullable() })
export type LossShare = z.infer<typeof LossShare>
/** The risk warning is due before the first trade and a year after it was last read. */
export const RiskState = z.object({ acknowledgedAt: EpochMs.nullable(), isDue: z.boolean() })
export type RiskState = z.infer<typeof RiskState>

export const memberEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/api/login',
    summary: '로그인과 토큰 갱신',
    tag,
    auth: 'guest',
    ignoresToken: true,
    body: z.union([
      z.strictObject({
        username: LoginUsername,
        password: z.string().min(1).max(64),
        otp: SecondFactor.optional(),
        siteInfoId: IdInput.optional(),
      }),
      z.strictObject({ refreshToken: z.string().min(20).max(200), siteInfoId: IdInput.optional() }),
    ]),
    response: LoginReply,
    errors: [
      'LOGIN_FAILED',
      'STEP_UP_REQUIRED',
      'OTP_MISMATCH',
      'PERMISSION_DENIED',
      'ACCOUNT_LOCKED',
      'ACCOUNT_DENIED',
      'APPROVAL_PENDING',
      'DEVICE_MOBILE_BLOCKED',
      'SESSION_REVOKED',
      'TOKEN_EXPIRED',
      'RATE_LIMITED',
    ],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/logout',
    summary: '로그아웃',
    tag,
    auth: 'member',
    body: z.strictObject({ everywhere: z.boolean().optional() }),
    response: Done,
    errors: [],
  }),
  signup: endpoint({
    method: 'POST',
    path: '/api/player',
    summary: '회원가입',
    tag,
    auth: 'guest',
    inMaintenance: 'REFUSED',
    ignoresToken: true,
    rate: 'signup',
    body: SignupBody,
    response: z.object({ id: Id, username: z.string(), status: MemberStatus }),
    errors: [
      'USERNAME_DUPLICATE',
      'NICKNAME_DUPLICATE',
      'PHONE_DUPLICATE',
      'USERNAME_NICKNAME_SAME',
      'PASSWORD_TOO_WEAK',
      'PARTNER_NOT_FOUND',
      'KYC_REQUIRED',
      'IDENTITY_DUPLICATE',
      'OTP_EXPIRED',
    ],
  }),
  checkUsername: endpoint({
    method: 'GET',
    path: '/api/user/check_username',
    summary: '아이디 중복 확인',
    tag,
    auth: 'guest',
    ignoresToken: true,
    rate: 'lookup',
    query: z.object({ username: Username }),
    response: z.object({ available: z.boolean() }),
    errors: ['RATE_LIMITED'],
  }),
  checkPassword: endpoint({
    method: 'POST',
    path: '/api/user/check_password',
    summary: '비밀번호 확인: 쉽게 추측되는지',
    tag,
    auth: 'guest',
    ignoresToken: true,
    rate: 'lookup',
    body: z.strictObject({ password: Password, username: Username }),
    response: Done,
    errors: ['PASSWORD_TOO_WEAK', 'RATE_LIMITED'],
  }),
  verifyPartner: endpoint({
    method: 'GET',
    path: '/api/partner/verify',
    summary: '추천코드 확인',
    tag,
    auth: 'guest',
    ignoresToken: true,
    rate: 'lookup',
    query: z.object({ partnerPk: z.string().min(1).max(40) }),
    response: z.object({ partnerPk: z.string(), name: z.string() }),
    errors: ['PARTNER_NOT_FOUND'],
  }),
  me: endpoint({ method: 'GET', path: '/api/me', summary: '내 정보', tag, auth: 'member', response: Me, errors: [] }),
  myWallet: endpoint({
    method: 'GET',
    path: '/api/wallet/my',
    summary: '내 지갑',
    tag,
    auth: 'member',
    response: z.array(MyWallet),
    errors: [],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/user/change_password',
    summary: '비밀번호 변경',
    tag,
    auth: 'member',
    body: z.strictObject({
      id: IdInput.optional(),
      password: Password,
      currentPassword: z.string().min(1).max(64),
      endOtherSessions: z.boolean().optional(),
    }),
    response: Done,
    errors: ['LOGIN_FAILED', 'ACCOUNT_LOCKED', 'PASSWORD_TOO_WEAK', 'USER_NOT_FOUND'],
  }),
  changeNick: endpoint({
    method: 'POST',
    path: '/api/player/change_nick',
    summary: '닉네임 변경',
    tag,
    auth: 'member',
    rate: 'setting',
    body: z.strictObject({ id: IdInput.optional(), nick: Nick, siteInfoId: IdInput.optional() }),
    response: Done,
    errors: ['NICKNAME_DUPLICATE', 'USERNAME_NICKNAME_SAME', 'USER_NOT_FOUND'],
  }),
  sessionList: endpoint({
    method: 'GET',
    path: '/api/session/list',
    summary: '로그인 기기 목록',
    tag,
    auth: 'member',
    response: z.array(Session),
    errors: [],
  }),
  sessionRevoke: endpoint({
    method: 'POST',
    path: '/api/session/revoke',
    summary: '기기 로그아웃',
    tag,
    auth: 'member',
    body: z.strictObject({ id: IdInput }),
    response: Done,
    errors: ['HISTORY_NOT_FOUND'],
  }),
  limitMy: endpoint({
    method: 'GET',
    path: '/api/limit/my',
    summary: '자가 한도',
    tag: '이용자 보호',
    auth: 'member',
    response: Limits,
    errors: [],
  }),
  limitSet: endpoint({
    method: 'POST',
    path: '/api/limit/set',
    summary: '자가 한도 설정: 낮추면 바로, 높이면 24시간 뒤 재확인',
    tag: '이용자 보호',
    auth: 'member',
    rate: 'setting',
    idempotent: true,
    body: z.strictObject({
      limits: z
        .array(
          z.strictObject({
            kind: LimitKind,
            window: LimitWindow,
            /** null for TIME. */
            currency: StakeCurrency.nullable(),
            amount: z
              .string()
              .regex(/^(0|[1-9]\d{0,14})(\.\d{1,8})?$/)
              .nullable(),
          }),
        )
        .min(1)
        .max(21),
    }),
    response: Limits,
    errors: ['INVALID_REQUEST', 'USER_NOT_FOUND'],
  }),
  limitConfirm: endpoint({
    method: 'POST',
    path: '/api/limit/confirm',
    summary: '기다린 한도 상향 확인',
    tag: '이용자 보호',
    auth: 'member',
    rate: 'setting',
    idempotent: true,
    body: z.strictObject({}),
    response: Limits,
    errors: ['INVALID_REQUEST', 'USER_NOT_FOUND'],
  }),
  coolOff: endpoint({
    method: 'POST',
    path: '/api/limit/cool_off',
    summary: '이용 휴식',
    tag: '이용자 보호',
    auth: 'member',
    idempotent: true,
    body: z.strictObject({ period: z.enum(['24h', '7d', '30d', '6w']) }),
    response: Limits,
    errors: ['COOL_OFF_ACTIVE'],
  }),
  selfExclude: endpoint({
    method: 'POST',
    path: '/api/limit/self_exclude',
    summary: '자가 이용 제한: 바로 적용되며 되돌릴 수 없음',
    tag: '이용자 보호',
    auth: 'member',
    idempotent: true,
    body: z.strictObject({ period: z.enum(['6m', '1y', '5y']) }),
    response: Limits,
    errors: ['SELF_EXCLUDED', 'USER_NOT_FOUND'],
  }),
  lossShare: endpoint({
    method: 'GET',
    path: '/api/public/loss_share',
    summary: '최근 12개월 손실 계정 비율',
    tag: '이용자 보호',
    auth: 'guest',
    response: LossShare,
    errors: [],
  }),
  riskMy: endpoint({
    method: 'GET',
    path: '/api/limit/risk',
    summary: '위험고지 확인 여부',
    tag: '이용자 보호',
    auth: 'member',
    response: RiskState,
    errors: [],
  }),
  riskAcknowledge: endpoint({
    method: 'POST',
    path: '/api/limit/risk',
    summary: '위험고지 확인',
    tag: '이용자 보호',
    auth: 'member',
    body: z.strictObject({}),
    response: RiskState,
    errors: [],
  }),
}

export const siteEndpoints = {
  siteByCode: endpoint({
    method: 'GET',
    path: '/api/site_info/code',
    summary: '사이트 정보',
    tag: '사이트',
    auth: 'guest',
    anySite: true,
    ignoresToken: true,
    query: z.object({ code: z.string().max(40).optional(), site: z.string().max(40).optional() }),
    response: SiteInfo,
    errors: ['SITE_NOT_FOUND'],
  }),
  appVersion: endpoint({
    method: 'GET',
    path: '/api/site_info/get_app_version',
    summary: '앱 버전',
    tag: '사이트',
    auth: 'guest',
    anySite: true,
    ignoresToken: true,
    query: z.object({ os: z.string().max(20).optional() }),
    response: z.object({ version: z.string() }),
    errors: [],
  }),
  serverTimeOffset: endpoint({
    method: 'GET',
    path: '/api/server_time_offset',
    summary: '서버 시각',
    tag: '사이트',
    auth: 'guest',
    anySite: true,
    ignoresToken: true,
    response: z.object({ serverTime: EpochMs, offset: z.int() }),
    errors: [],
  }),
}

export const commandEndpoints = {
  commandStatus: endpoint({
    method: 'GET',
    path: '/api/command/:key',
    summary: '요청 식별 키의 결과',
    tag: '요청',
    auth: 'member',
    params: z.object({ key: z.uuid() }),
    response: z.object({ status: z.int(), body: z.unknown() }),
    errors: ['COMMAND_UNKNOWN'],
  }),
  commandAbandon: endpoint({
    method: 'POST',
    path: '/api/command/:key/abandon',
    summary: '요청 식별 키를 못 쓰게 하고 결과를 확인',
    tag: '요청',
    auth: 'member',
    rate: 'abandon',
    params: z.object({ key: z.uuid() }),
    body: z.strictObject({}),
    response: z.object({ status: z.int(), body: z.unknown() }),
    errors: ['COMMAND_UNKNOWN'],
  }),
}
export { IdParam }
