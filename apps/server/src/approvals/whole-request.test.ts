import { ApprovalKind, endpoints, Waiting } from '@maru/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ZodObject, ZodUnion } from 'zod'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { type ApprovalWork, type Payload, SecondPerson, type StoredKind } from './index.ts'

// What the second person confirms is everything that changes: a part of a request that is not on his page fails here.

/** Parts of payloads that change nothing by themselves: what the first person saw, and drafts whose content is sealed. */
const internal = ['applicationId', 'draft', 'from', 'updatedAt', 'username', 'version', 'was']

let server: TestServer
const works = new Map<StoredKind, ApprovalWork>()
beforeAll(async () => {
  const register = vi.spyOn(SecondPerson.prototype, 'register')
  server = await startTestServer()
  for (const [kinds] of register.mock.calls)
    for (const [kind, work] of Object.entries(kinds)) works.set(kind as StoredKind, work)
  register.mockRestore()
  await writeRows(server)
  // Merchants open after the start.
  await until('the merchants', async () => (await server.deps.reads.ask('p2p.desk', { siteId: 1 })).value.length > 1)
})
afterAll(() => server.close())

/** What two requests of a kind are about; they differ in each part. `subjectId`: where the page names it. */
interface Sample {
  readonly subjectId: readonly [number, number?]
  readonly payload: readonly [Payload, Payload]
}
const [at, later] = [1_790_000_000_000, 1_790_100_000_000]
const member = [1001, 1002] as const
const item = (changes: object) => JSON.stringify([{ scope: 'round', optionId: 1, changes, before: {} }])
const site = {
  name: '가',
  flags: '101101',
  liveChat: '1',
  accent: '#112233',
  domains: 'a.example.com',
  language: 'ko',
  guestLanguage: 'ko',
  wallets: 'BINARY',
  depositCoins: 'USDT',
  buyCoins: 'USDT',
  signupChecks: 'PHONE',
  footer: 'home',
  banks: '{"a":1}',
  licence: '{"number":"1"}',
  countries: 'KR',
}
const otherSite = {
  name: '나',
  flags: '001101',
  liveChat: '0',
  accent: '#445566',
  domains: 'b.example.com',
  language: 'en',
  guestLanguage: 'en',
  wallets: 'FUTURES',
  depositCoins: 'BTC',
  buyCoins: 'BTC',
  signupChecks: 'EMAIL',
  footer: 'support',
  banks: '{"a":2}',
  licence: '{"number":"2"}',
  countries: 'JP',
}
const newSite = ({ name, domains, language, guestLanguage, flags, liveChat }: typeof site) => ({
  name,
  domains,
  language,
  guestLanguage,
  flags,
  liveChat: Number(liveChat),
})
const person = { username: 'newcs', name: '새직원', email: 'new@example.com', role: 'CS', siteIds: '1' }
const otherPerson = { username: 'newfin', name: '다른이', email: 'other@example.com', role: 'FINANCE', siteIds: '1,15' }
const coupon = {
  code: 'AAAA',
  title: '첫',
  walletType: 'BONUS',
  point: '5000',
  multiple: 3,
  cap: '9000',
  startsAt: at,
  endsAt: later,
  maxUses: 10,
  isFirstDeposit: 0,
  audience: '1001,1002',
}
const otherCoupon = {
  code: 'BBBB',
  title: '둘',
  walletType: 'BINARY',
  point: '6000',
  multiple: 4,
  cap: '8000',
  startsAt: at + 60_000,
  endsAt: later + 60_000,
  maxUses: 20,
  isFirstDeposit: 1,
  audience: '1001,1003',
}
const bank = { sub: 'main', bankCode: '088', number: '110-123-456789', holder: '마루', isOpen: 1, rank: 1 }
const otherBank = { sub: 'other', bankCode: '004', number: '220-123-456789', holder: '한강', isOpen: 0, rank: 2 }
const terms = { buyPpm: 1_000, sellPpm: 2_000, minWon: '50000', maxWon: '900000' }

const samples: Readonly<Record<StoredKind, readonly Sample[]>> = {
  SUSPENSE_ASSIGN: [
    {
      subjectId: [7001, 7002],
      payload: [
        { memberId: 1001, walletType: 'BINARY' },
        { memberId: 1002, walletType: 'FUTURES' },
      ],
    },
  ],
  SUSPENSE_RETURN: [{ subjectId: [7001, 7002], payload: [{ statementLine: 'a' }, { statementLine: 'b' }] }],
  SUSPENSE_OFFSET: [
    { subjectId: [7001, 7002], payload: [{ againstId: 7001 }, { againstId: 7002 }] },
    { subjectId: [7001, 7002], payload: [{}, {}] },
  ],
  PAYOUT_BAR: [
    {
      subjectId: [1101],
      payload: [
        { provider: 'bank', since: at, barredAt: at, evidence: 'a' },
        { provider: 'coin', since: later, barredAt: later, evidence: 'b' },
      ],
    },
  ],
  PROVIDER_TARIFF: [
    {
      subjectId: [1101],
      payload: [
        { provider: 'bank', currency: 'KRW', kind: 'payout', fixed: '300', ratePpm: 100 },
        { provider: 'paycoin', currency: 'USDT', kind: 'fee', fixed: '400', ratePpm: 200 },
      ],
    },
    {
      subjectId: [1101],
      payload: [
        { provider: 'bank', currency: 'KRW', kind: 'payout', fixed: '300', ratePpm: 100 },
        { provider: 'bank', currency: 'KRW', kind: 'payout' },
      ],
    },
  ],
  UNFREEZE: [{ subjectId: member, payload: [{}, {}] }],
  BONUS_GRANT: [
    {
      subjectId: member,
      payload: [
        { point: '5000', multiple: 3 },
        { point: '6000', multiple: 4 },
      ],
    },
    { subjectId: member, payload: [{ point: '5000' }, { point: '5000', multiple: 5 }] },
  ],
  BONUS_DEDUCT: [{ subjectId: member, payload: [{ point: '5000' }, { point: '6000' }] }],
  COUPON_CREATE: [{ subjectId: [1101], payload: [coupon, otherCoupon] }],
  P2P_RELEASE: [{ subjectId: [7101, 7102], payload: [{}, {}] }],
  P2P_RETURN: [{ subjectId: [7101, 7102], payload: [{}, {}] }],
  STOP_OPEN: [
    {
      subjectId: [1],
      payload: [
        { scope: 'INSTRUMENT', line: 'ROUND', instrument: 'BTCUSDT' },
        { scope: 'WITHDRAWALS', line: 'FUTURES', instrument: 'ETHUSDT' },
      ],
    },
  ],
  PAUSE_OPEN: [{ subjectId: [1101], payload: [{}, {}] }],
  ROUND_VOID: [
    {
      subjectId: [1],
      payload: [
        { koName: '비트코인', type: '1M', roundNo: 1, startAt: at },
        { koName: '이더리움', type: '3M', roundNo: 2, startAt: later },
      ],
    },
  ],
  CONFIGURE: [
    {
      subjectId: [1101],
      payload: [
        { items: item({ minPoint: '6000' }), effectiveFrom: at },
        { items: item({ minPoint: '7000' }), effectiveFrom: later },
      ],
    },
    // A key that nobody gave words to.
    { subjectId: [1101], payload: [{ items: item({ unheardOf: 1 }) }, { items: item({ unheardOf: 2 }) }] },
  ],
  MEMBER_PAYOUT: [
    {
      subjectId: member,
      payload: [
        { walletType: 'BINARY', accountId: 1, account: '신한은행 ****4821', payee: '홍길동', houseSub: 'demo-bank' },
        { walletType: 'FUTURES', accountId: 2, account: '국민은행 ****4821', payee: '김마루', houseSub: 'TRC20' },
      ],
    },
  ],
  CASH_DEDUCT: [
    {
      subjectId: [9001, 9002],
      payload: [
        {
          txnId: 9000,
          memberId: 1001,
          walletType: 'BINARY',
          requestId: 8001,
          credited: '9000',
          point: '8000',
          houseAccount: 'BANK_KRW',
          houseSub: 'KB-1',
          hasOwner: 0,
          payer: '홍길동',
        },
        {
          txnId: 9010,
          memberId: 1002,
          walletType: 'FUTURES',
          requestId: 8002,
          credited: '7000',
          point: '6000',
          houseAccount: 'COIN_HOT',
          houseSub: 'TRC20',
          hasOwner: 1,
          payer: '김마루',
        },
      ],
    },
  ],
  PAYOUT_END: [
    {
      subjectId: [8001, 8002],
      payload: [
        {
          payoutId: 8101,
          memberId: 1001,
          account: '신한은행 ****4821',
          payee: '홍길동',
          amount: '99000',
          currency: 'KRW',
          provider: 'bank',
          key: 'payout-1',
          madeAt: at,
          isPaid: 0,
          evidence: '확인서 1',
        },
        {
          payoutId: 8102,
          memberId: 1002,
          account: '국민은행 ****4821',
          payee: '김마루',
          amount: '88000',
          currency: 'USDT',
          provider: 'coin',
          key: 'payout-2',
          madeAt: later,
          isPaid: 1,
          evidence: '확인서 2',
        },
      ],
    },
  ],
  HOUSE_MOVE: [
    {
      subjectId: [1101],
      payload: [
        {
          move: 'FLOAT_IN',
          currency: 'KRW',
          amount: '100000000',
          from: 'BANK a',
          to: 'BANK b',
          merchantId: 101,
          reference: 'x',
        },
        {
          move: 'FLOAT_OUT',
          currency: 'USDT',
          amount: '200000000',
          from: 'BANK c',
          to: 'BANK d',
          merchantId: 102,
          reference: 'y',
        },
      ],
    },
  ],
  STATEMENT_IMPORT: [{ subjectId: [1101], payload: [{ importId: 7301 }, { importId: 7302 }] }],
  BREAK_SETTLE: [
    {
      subjectId: [1101],
      payload: [
        {
          provider: 'bank',
          currency: 'KRW',
          lineKind: 'payout',
          providerRef: 'a',
          as: 'BAD_DEBT',
          sub: 'a',
          amount: '-5',
        },
        {
          provider: 'paycoin',
          currency: 'USDT',
          lineKind: 'return',
          providerRef: 'b',
          as: 'CAPITAL',
          sub: 'b',
          amount: '6',
        },
      ],
    },
    {
      subjectId: [1101],
      payload: [
        { provider: 'bank', currency: 'KRW', postingId: 7401, as: 'BAD_DEBT', sub: 'a', amount: '-5' },
        { provider: 'bank', currency: 'KRW', postingId: 7402, as: 'BAD_DEBT', sub: 'a', amount: '-5' },
      ],
    },
  ],
  GROUP_EXEMPT: [
    {
      subjectId: member,
      payload: [
        { kind: 'DEVICE', hash: 'a'.repeat(64) },
        { kind: 'IP', hash: `${'a'.repeat(63)}b` },
      ],
    },
  ],
  GROUP_LINK: [
    {
      subjectId: member,
      payload: [
        { otherId: 1003, as: 'JOIN' },
        { otherId: 1004, as: 'SPLIT' },
      ],
    },
  ],
  GROUP_UNDO: [{ subjectId: [7201, 7202], payload: [{}, {}] }],
  STAFF_CREATE: [{ subjectId: [1101], payload: [person, otherPerson] }],
  STAFF_ROLE: [
    {
      subjectId: [1101, 1102],
      payload: [
        { role: 'CS', siteIds: '1' },
        { role: 'FINANCE', siteIds: '1,15' },
      ],
    },
  ],
  STAFF_DISABLE: [{ subjectId: [1101, 1102], payload: [{}, {}] }],
  PARTNER_CREATE: [
    {
      subjectId: [1101],
      payload: [
        { username: 'demo1', name: '서해', code: 'SH2026', parentId: 1203, feePpm: 1, rollPpm: 1, lossPpm: 1 },
        { username: 'demo2', name: '남도', code: 'ND2026', parentId: 1204, feePpm: 2, rollPpm: 2, lossPpm: 2 },
      ],
    },
  ],
  PARTNER_TERMS: [
    {
      subjectId: [1203, 1204],
      payload: [
        { feePpm: 1, rollPpm: 1, lossPpm: 1, parentId: 1203, fromDay: at },
        { feePpm: 2, rollPpm: 2, lossPpm: 2, parentId: 1204, fromDay: later },
      ],
    },
  ],
  PARTNER_LIFT: [{ subjectId: [1203, 1204], payload: [{}, {}] }],
  PARTNER_CODE: [{ subjectId: [1203, 1204], payload: [{ code: 'SH2026' }, { code: 'ND2026' }] }],
  COMMISSION_PAY: [
    {
      subjectId: [1101],
      payload: [
        { week: '2026-10-05', partnerIds: '1203,1204' },
        { week: '2026-10-12', partnerIds: '1204' },
      ],
    },
  ],
  COMMISSION_REJECT: [{ subjectId: [1203, 1204], payload: [{ week: '2026-10-05' }, { week: '2026-10-12' }] }],
  MEMBER_PARTNER: [{ subjectId: member, payload: [{ code: 'HANBIT' }, { code: 'PARTNER1' }] }],
  STAFF_TOTP_RESET: [{ subjectId: [1101, 1102], payload: [{}, {}] }],
  SITE_CHANGE: [{ subjectId: [15], payload: [site, otherSite] }],
  SITE_CREATE: [
    {
      subjectId: [99],
      payload: [
        { code: 'aa', ...newSite(site) },
        { code: 'bb', ...newSite(otherSite) },
      ],
    },
  ],
  SITE_MODE: [{ subjectId: [15], payload: [{ moneyMode: 'DEMO' }, { moneyMode: 'LICENSED' }] }],
  SITE_BANK: [{ subjectId: [15], payload: [bank, otherBank] }],
  SITE_LOGO: [{ subjectId: [15], payload: [{ logo: 5 }, { logo: 6 }] }],
  SITE_PROVIDER: [
    {
      subjectId: [1],
      payload: [
        { provider: 'bank', baseUrl: 'https://a.example.com', callKey: 'a', webhookKey: 'a', transitMs: 1_000 },
        { provider: 'sms', baseUrl: 'https://b.example.com', callKey: 'b', webhookKey: 'b', transitMs: 2_000 },
      ],
    },
    {
      subjectId: [1],
      payload: [
        { provider: 'bank', baseUrl: 'https://a.example.com', removed: 1 },
        { provider: 'bank', baseUrl: 'https://a.example.com' },
      ],
    },
  ],
  P2P_MERCHANT: [
    {
      subjectId: [101],
      payload: [
        { merchantId: 101, name: '상인가', ...terms, float: '100000000' },
        {
          merchantId: 102,
          name: '상인나',
          buyPpm: 3_000,
          sellPpm: 4_000,
          minWon: '60000',
          maxWon: '800000',
          float: '200000000',
        },
      ],
    },
    {
      subjectId: [101],
      payload: [
        { merchantId: 101, unblock: 1 },
        { merchantId: 102, unblock: 1 },
      ],
    },
  ],
  STAFF_CAP: [
    {
      subjectId: [1101],
      payload: [
        { act: 'GRANT', role: 'CS', won: '100000' },
        { act: 'DEDUCT', role: 'FINANCE', won: '200000' },
      ],
    },
    {
      subjectId: [1101],
      payload: [
        { act: 'GRANT', staffId: 1101, won: '100000' },
        { act: 'DEDUCT', staffId: 1102, won: '200000' },
      ],
    },
  ],
  APPROVAL_LIFE: [
    {
      subjectId: [1101],
      payload: [
        { kind: 'UNFREEZE', minutes: 10 },
        { kind: 'CONFIGURE', minutes: 20 },
      ],
    },
  ],
  MAINTENANCE: [
    {
      subjectId: [1],
      payload: [
        { sites: '1', from: at, until: later, note: '점검' },
        { sites: '1,15', from: at + 60_000, until: later + 60_000, note: '교체' },
      ],
    },
  ],
}

const shownOf = (kind: StoredKind, subjectId: number, payload: Payload) =>
  server.deps.db.tenant(1, async (tx) =>
    JSON.stringify(await works.get(kind)!.fields({ siteId: 1, subjectId, payload }, tx)),
  )

describe.each(ApprovalKind.exclude(['DNW']).options)('an approval of %s', (kind) => {
  it('shows each part of its request, and whom or what it is about', async () => {
    for (const { subjectId, payload } of samples[kind]) {
      const [one, other] = payload
      const shown = await shownOf(kind, subjectId[0], one)
      for (const part of new Set([...Object.keys(one), ...Object.keys(other)])) {
        if (one[part] === other[part]) continue
        const { [part]: _, ...without } = one
        const changed: Payload = part in other ? { ...without, [part]: other[part]! } : without
        expect(await shownOf(kind, subjectId[0], changed), `${kind} shows nothing of ${part}`).not.toBe(shown)
      }
      if (subjectId[1] !== undefined)
        expect(await shownOf(kind, subjectId[1], one), `${kind} does not name its subject`).not.toBe(shown)
    }
  })

  it('keeps nothing else than versions and drafts from the page', () => {
    expect(internal).toEqual(expect.arrayContaining([...(works.get(kind)!.internal ?? [])]))
  })
})

/** Where each part of a body is on the approver's page: by its name in the payload; `internal`; the reason has a place of its own. */
const bodies: Readonly<Record<string, readonly [kind: StoredKind, renamed?: Readonly<Record<string, string>>]>> = {
  couponCreate: ['COUPON_CREATE', { promoCode: 'code' }],
  memberBonus: ['BONUS_GRANT', { type: 'kind' }],
  memberPayout: ['MEMBER_PAYOUT'],
  ledgerDeduct: ['CASH_DEDUCT', { postingId: 'txnId' }],
  payoutEnd: ['PAYOUT_END'],
  treasuryMove: ['HOUSE_MOVE'],
  // The page of an import shows the file that the id names, and each of its lines.
  statementImport: [
    'STATEMENT_IMPORT',
    Object.fromEntries(
      ['provider', 'currency', 'day', 'opening', 'closing', 'csv', 'columns', 'isCorrection'].map((part) => [
        part,
        'importId',
      ]),
    ),
  ],
  breakSettle: ['BREAK_SETTLE', { line: 'providerRef' }],
  maintenanceSet: ['MAINTENANCE', { isEverySite: 'sites' }],
  maintenanceLift: ['MAINTENANCE', { isEverySite: 'sites' }],
  merchantSet: ['P2P_MERCHANT'],
  merchantUnblock: ['P2P_MERCHANT'],
  optionChange: ['CONFIGURE'],
  p2pDecide: ['P2P_RELEASE', { decision: 'kind' }],
  providerSettingChange: ['SITE_PROVIDER', { call: 'callKey', webhook: 'webhookKey' }],
  providerSettingRemove: ['SITE_PROVIDER'],
  pauseOpen: ['PAUSE_OPEN'],
  roundVoid: ['ROUND_VOID'],
  stopOpen: ['STOP_OPEN'],
  memberGroupExempt: ['GROUP_EXEMPT'],
  memberGroupLink: ['GROUP_LINK'],
  memberGroupUndo: ['GROUP_UNDO'],
  siteCreate: ['SITE_CREATE'],
  siteChange: ['SITE_CHANGE', { changes: 'name' }],
  siteLogo: ['SITE_LOGO', { data: 'logo' }],
  siteMode: ['SITE_MODE'],
  siteBankChange: ['SITE_BANK', { before: 'was', after: 'sub' }],
  staffCreate: ['STAFF_CREATE'],
  adminCreate: ['STAFF_CREATE'],
  staffRole: ['STAFF_ROLE'],
  staffDisable: ['STAFF_DISABLE'],
  staffTotpReset: ['STAFF_TOTP_RESET'],
  suspenseAssign: ['SUSPENSE_ASSIGN'],
  suspenseReturn: ['SUSPENSE_RETURN'],
  suspenseOffset: ['SUSPENSE_OFFSET'],
  payoutBarEnd: ['PAYOUT_BAR', { at: 'barredAt' }],
  tariffChange: ['PROVIDER_TARIFF', { before: 'was', after: 'fixed' }],
  memberFreeze: ['UNFREEZE', { isFrozen: 'kind' }],
  deskPartnerCreate: ['PARTNER_CREATE', { feeRate: 'feePpm', rollRate: 'rollPpm', lossRate: 'lossPpm' }],
  deskPartnerDecide: ['PARTNER_CREATE', { accept: 'name' }],
  deskPartnerTerms: [
    'PARTNER_TERMS',
    { feeRate: 'feePpm', rollRate: 'rollPpm', lossRate: 'lossPpm', fromWeek: 'fromDay', isTop: 'parentId' },
  ],
  deskPartnerStatus: ['PARTNER_LIFT', { status: 'kind' }],
  deskPartnerCode: ['PARTNER_CODE'],
  deskMemberPartner: ['MEMBER_PARTNER'],
  commissionPay: ['COMMISSION_PAY'],
  commissionReject: ['COMMISSION_REJECT'],
  capChange: ['STAFF_CAP'],
  approvalLifeChange: ['APPROVAL_LIFE'],
}
const waits = (response: unknown): boolean =>
  response === Waiting || (response instanceof ZodUnion && response.options.some(waits))
const partsOf = (endpoint: object) =>
  'body' in endpoint && endpoint.body instanceof ZodObject ? Object.keys(endpoint.body.shape) : []

describe.each(Object.entries(endpoints).filter(([name, { response }]) => name !== 'deskApprove' && waits(response)))(
  '%s',
  (name, endpoint) => {
    it('asks for nothing that the second person does not see', () => {
      const [kind, renamed = {}] = bodies[name] ?? []
      expect(kind, `${name} has no kind of approval in this table`).toBeDefined()
      const parts = samples[kind!].flatMap(({ payload }) => payload.flatMap((one) => Object.keys(one)))
      const known = [...parts, ...internal, 'reason', 'kind']
      for (const part of partsOf(endpoint)) expect(known, `${part} of ${name}`).toContain(renamed[part] ?? part)
    })
  },
)

async function writeRows({ database }: TestServer) {
  for (const day of ['2026-10-05', '2026-10-12'])
    await database.run(
      `insert into commission_payable (site_id, week, partner_id, member_id, amount, state, version)
       select 1, $1, id, member_id, id, 'WAITING', 1 from partner where site_id = 1 and id in (1203, 1204)`,
      [Date.parse(`${day}T00:00:00+09:00`)],
    )
  for (const [id, day] of [
    [7301, '2026-01-01'],
    [7302, '2026-01-02'],
  ])
    await database.run(
      `insert into statement_import
         (site_id, id, provider, currency, day, opening, closing, is_correction, lines, requested_by, reason, created_at)
       values (1, $1, 'bank', 'KRW', $2, 0, 0, false, '[]', 1101, 'by mail', 1)`,
      [id, day],
    )
  await database.run(
    `insert into statement_line
       (site_id, provider, currency, kind, provider_ref, amount, fee, at, value_date, day, seen_at, is_late)
     select 1, provider, currency, kind, ref, -5, 0, 1, '2026-01-01', '2026-01-01', 1, true
     from unnest(array['bank', 'paycoin']) provider, unnest(array['KRW', 'USDT']) currency,
          unnest(array['payout', 'return']) kind, unnest(array['a', 'b']) ref`,
  )
  for (const [id, amount] of [
    [7401, 5],
    [7402, 6],
  ])
    await database.run(
      `insert into house_movement
         (site_id, posting_id, txn_id, provider, sub, currency, amount, reason, names, seen_at, is_shown, is_late)
       values (1, $1, $1, 'bank', 'a', 'KRW', $2, 'DEPOSIT', '{}', 1, false, true)`,
      [id, amount],
    )
  for (const [id, payer, reference, amount] of [
    [7001, '김마루', 'M1', 777_000],
    [7002, '이한강', 'M2', 888_000],
  ])
    await database.run(
      `insert into suspense (site_id, id, cause, provider, provider_ref, reference, payer, currency, amount, house_account,
         house_sub, created_at, state, note)
       values (1, $1, 'PAYER', 'bank', $3, $3, $2, 'KRW', $4, 'BANK', 'demo-bank', 1, 'OPEN', '')`,
      [id, payer, reference, amount],
    )
  for (const [id, memberId, won] of [
    [7101, 1001, 300_000],
    [7102, 1002, 400_000],
  ])
    await database.run(
      `insert into p2p_order (site_id, id, member_id, side, merchant_id, merchant, won, point, rate, wallet_type, payer, account,
         memo, state, escrow, reference, steps, reason, statements, dnw_id, created_at, rev)
       values (1, $1, $2, 'BUY', 101, '상인', $3, 200, 140000, 'FUTURES', '김마루', '', 'M', 'DISPUTED', 200, 'R', '[]', '', 0, 1, 1, 1)`,
      [id, memberId, won],
    )
  for (const [id, otherId] of [
    [7201, 1002],
    [7202, 1003],
  ])
    await database.run(
      `insert into risk_group_edit (site_id, id, kind, one_id, other_id, staff_id, approved_by, reason, created_at)
       values (1, $1, 'JOIN', 1001, $2, 1101, 1102, '', 1)`,
      [id, otherId],
    )
}
